"""A process, or one service in it, as the owner of leases: a thread renews them while there are some."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from auditor.store import leases as stored_leases
from auditor.store.connection import StoreError
from auditor.store.leases import Lease, Leases

log = logging.getLogger(__name__)


class LeaseHolder:
    """Owner of leases until stopped. While it has none, nothing is written and no thread is awake."""

    def __init__(self, leases: Leases) -> None:
        self.id = f"{os.getpid()}-{secrets.token_hex(12)}"
        self._leases = leases
        self._held: set[int] = set()  # epochs
        self._changed = threading.Condition()
        self._stopped = False
        self._thread: threading.Thread | None = None

    @contextmanager
    def keeping(self, lease: Lease) -> Iterator[None]:
        """Block during which a lease is renewed."""
        self._keep(lease.epoch)
        try:
            yield
        finally:
            with self._changed:
                self._held.discard(lease.epoch)

    def has(self, lease: Lease) -> bool:
        """Whether a lease is renewed still: nobody was seen to have taken it."""
        return lease.epoch in self._held

    def stop(self) -> None:
        """Give up what is held, so that others need not wait for its end."""
        with self._changed:
            self._stopped = True
            held, self._held = self._held, set()
            self._changed.notify_all()
        if held:
            try:
                self._leases.give_up(held)
            except StoreError:
                log.exception(
                    "the store failed; what this process had in hand is taken up by others in a moment"
                )

    def _keep(self, epoch: int) -> None:
        with self._changed:
            self._held.add(epoch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._renew, name="auditor-leases", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _renew(self) -> None:
        while not self._stopped:
            with self._changed:
                self._changed.wait_for(lambda: self._held or self._stopped)
                self._changed.wait_for(lambda: self._stopped, stored_leases.RENEWED_SECONDS)
                held = set(self._held)
            if held and not self._stopped:
                self._renew_each(held)

    def _renew_each(self, held: set[int]) -> None:
        try:
            lost = held - self._leases.keep(held)
        except StoreError:
            log.exception("the store failed; leases are renewed again in a moment")
            return
        with self._changed:
            self._held -= lost
