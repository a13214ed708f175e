"""Thread that derives logs again after a start, from originals read by older importers, in one process. Originals without a
change are remembered.
"""

from __future__ import annotations

import logging
from typing import Protocol

from auditor.background import Background, has_lock
from auditor.errors import DomainError
from auditor.store import Store
from auditor.store.connection import StoreError

LOCK = "renewing.lock"

log = logging.getLogger(__name__)


class _Originals(Protocol):
    def older(self) -> list[int]: ...
    def derive_again(self, number: int) -> tuple[int, ...]: ...


class Renewing(Background):
    """Renewal of originals until stopped; the rest follows the next start."""

    def __init__(self, store: Store, originals: _Originals) -> None:
        super().__init__("renewing")
        self._store = store
        self._originals = originals

    def start(self) -> None:
        """Begin, where there is something to do."""
        if self._originals.older():
            super().start()

    def _work(self) -> None:
        lock = self._opened(self._store.folder / LOCK)
        if lock is None:
            return
        with lock:
            if not has_lock(lock):
                return  # another process does it
            try:
                for number in self._originals.older():
                    if self._stopping.is_set():
                        return
                    self._renew(number)
            except StoreError:
                log.exception("the store failed; originals are derived again after the next start")

    def _renew(self, number: int) -> None:
        try:
            made = self._originals.derive_again(number)
        except DomainError as error:
            log.warning("original %s is not derived again: %s", number, error)
        else:
            if made:
                log.info("original %s was derived again", number, extra={"sessions": list(made)})
