"""Threads that deliver messages, in every process."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from auditor import service_log
from auditor.overdue import overdue_rooms
from auditor.store.connection import StoreError
from auditor.store.service_clock import now
from auditor.webhooks.webhook_configuration import Endpoint, Webhooks
from auditor.webhooks.webhook_sending import NotDelivered, send

if TYPE_CHECKING:
    from auditor.store import Store
    from auditor.store.outbox import Delivery
    from auditor.store.owner import Owner

PAUSES = (5, 60, 300, 1800, 7200, 21_600, 57_600)  # seconds after each attempt but the last: about a day
POLL_SECONDS = 1.0
LOOK_SECONDS = 60.0  # how often it is looked for logs that are overdue, and for what is to be removed
LOOK_FOR_DEAD_SECONDS = 5.0
KEPT = dt.timedelta(days=30)  # that a message is kept after its end

log = logging.getLogger(__name__)


class Deliveries:
    """Delivery until stopped, with a thread for each endpoint."""

    def __init__(self, store: Store, webhooks: Webhooks, owner: Owner) -> None:
        self._store = store
        self._webhooks = webhooks
        self._owner = owner
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._work, args=[each], name=f"auditor-webhooks-{each.name}", daemon=True
            )
            for each in webhooks.endpoints.values()
        ]
        if self._threads:
            self._threads.append(threading.Thread(target=self._keep, name="auditor-webhooks", daemon=True))

    def start(self) -> None:
        """Begin, where there is an endpoint."""
        for each in self._threads:
            each.start()

    def stop(self, seconds: float = 2.0) -> None:
        """Stop; a message in hand may be sent again."""
        self._stopping.set()
        until = time.monotonic() + seconds
        for each in self._threads:
            if each.is_alive():
                each.join(max(0.0, until - time.monotonic()))

    def _work(self, endpoint: Endpoint) -> None:
        looked = float("-inf")
        while not self._stopping.is_set():
            with self._going_on():
                if time.monotonic() - looked > LOOK_FOR_DEAD_SECONDS:
                    looked = time.monotonic()
                    self._store.outbox.take_back(endpoint.name, self._is_free)
                claimed = self._store.outbox.claim(self._owner.id, endpoint.name, now())
                if claimed is not None:
                    self._deliver(endpoint, claimed)
                    continue
            self._stopping.wait(POLL_SECONDS)

    def _keep(self) -> None:
        while not self._stopping.is_set():
            with self._going_on():
                self._look()
            self._stopping.wait(LOOK_SECONDS)

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Block whose errors do not end the thread."""
        try:
            yield
        except StoreError:
            log.exception("the store failed; messages are looked for again in a moment")
        except Exception:
            log.exception("the delivery of messages broke down; it goes on in a moment")

    def _is_free(self, owner: str) -> bool:
        """Whether an owner is at no message of this endpoint: dead, or this one after a failed write."""
        return owner == self._owner.id or self._owner.is_dead(owner)

    def _look(self) -> None:
        at = now()
        outbox = self._store.outbox
        outbox.give_up_others(self._webhooks.endpoints, at)
        for each in overdue_rooms(self._store, at):
            link = f"{outbox.service}/v1/rooms/{quote(each.room, safe='')}"
            data = {**msgspec.to_builtins(each), "link": link}
            outbox.log_overdue(each.room, each.day, data, at)
        outbox.purge(_text(dt.datetime.fromisoformat(at) - KEPT))

    def _deliver(self, endpoint: Endpoint, claimed: Delivery) -> None:
        service_log.begin(
            message=claimed.message, endpoint=claimed.endpoint, webhook=claimed.event, fact=claimed.fact
        )
        owner, outbox = self._owner.id, self._store.outbox
        try:
            self._send(endpoint, claimed)
            outbox.delivered(claimed.id, owner, now())
            log.info("message delivered", extra={"attempts": claimed.attempts})
        except NotDelivered as error:
            at = dt.datetime.now(dt.UTC)
            last = claimed.attempts > len(PAUSES)
            due = None if last else _text(at + dt.timedelta(seconds=PAUSES[claimed.attempts - 1]))
            outbox.not_delivered(claimed.id, owner, str(error), now(), due)
            words = "message not delivered, and given up" if last else "message not delivered"
            log.warning(words, extra={"attempts": claimed.attempts, "why": str(error)})
        finally:
            service_log.end()

    def _send(self, endpoint: Endpoint, claimed: Delivery) -> None:
        try:
            send(self._webhooks, endpoint, claimed.message, claimed.body.encode(), int(time.time()))
        except NotDelivered:
            raise
        except Exception as error:  # whatever breaks in one attempt counts as one
            log.exception("an attempt to deliver broke down")
            raise NotDelivered("the service failed at it; the cause is in its log") from error


def _text(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
