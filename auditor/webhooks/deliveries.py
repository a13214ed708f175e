"""Threads that deliver messages, in every process."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from auditor import service_log
from auditor.errors import RecordDamaged
from auditor.overdue import overdue_rooms
from auditor.store.connection import StoreError
from auditor.store.service_clock import now
from auditor.webhooks.message_bodies import body_of
from auditor.webhooks.webhook_configuration import Endpoint, Webhooks
from auditor.webhooks.webhook_sending import NotDelivered, send

if TYPE_CHECKING:
    from auditor.store import Store
    from auditor.store.lease_holder import LeaseHolder
    from auditor.store.outbox import ClaimedDelivery, Delivery

PAUSES = (5, 60, 300, 1800, 7200, 21_600, 57_600)  # seconds after each attempt but the last: about a day
POLL_SECONDS = 1.0
LOOK_SECONDS = 60.0  # how often it is looked for logs that are overdue, and for what is to be removed
KEPT = dt.timedelta(days=30)  # that a message is kept after its end

log = logging.getLogger(__name__)


class Deliveries:
    """Delivery until stopped, with a thread for each endpoint."""

    def __init__(self, store: Store, webhooks: Webhooks, holder: LeaseHolder) -> None:
        self._store = store
        self._webhooks = webhooks
        self._holder = holder
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
        while not self._stopping.is_set():
            with self._going_on():
                claimed = self._store.outbox.claim(self._holder.id, endpoint.name, now())
                if claimed is not None:
                    with self._holder.keeping(claimed.lease):
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

    def _look(self) -> None:
        at = now()
        outbox = self._store.outbox
        outbox.give_up_others(self._webhooks.endpoints, at)
        for each in overdue_rooms(self._store, at):
            outbox.log_overdue(each.room, each.day, at)
        outbox.purge(_text(dt.datetime.fromisoformat(at) - KEPT))

    def _deliver(self, endpoint: Endpoint, claimed: ClaimedDelivery) -> None:
        message = claimed.delivery
        service_log.begin(
            message=message.message, endpoint=message.endpoint, webhook=message.event, fact=message.fact
        )
        try:
            if not self._is_noted(endpoint, claimed):
                log.warning("message taken over by another process meanwhile, which may send it again")
        finally:
            service_log.end()

    def _is_noted(self, endpoint: Endpoint, claimed: ClaimedDelivery) -> bool:
        """Send a message and write how that ended; False where another took its lease."""
        outbox, attempts = self._store.outbox, claimed.delivery.attempts
        try:
            body = self._made(claimed.delivery)
            if body is None:
                log.warning("message dropped: what it is about is not so, or not for its endpoint")
                return outbox.drop(claimed.lease)
            self._send(endpoint, claimed.delivery.message, body)
        except NotDelivered as error:
            at = dt.datetime.now(dt.UTC)
            last = attempts > len(PAUSES)
            due = None if last else _text(at + dt.timedelta(seconds=PAUSES[attempts - 1]))
            words = "message not delivered, and given up" if last else "message not delivered"
            log.warning(words, extra={"attempts": attempts, "why": str(error)})
            return outbox.not_delivered(claimed.lease, str(error), now(), due)
        noted = outbox.delivered(claimed.lease, now())
        log.info("message delivered", extra={"attempts": attempts})
        return noted

    def _made(self, message: Delivery) -> bytes | None:
        with self._counting_what_breaks():
            return body_of(self._store, self._webhooks, message)

    def _send(self, endpoint: Endpoint, message: str, body: bytes) -> None:
        with self._counting_what_breaks():
            send(self._webhooks, endpoint, message, body, int(time.time()))

    @contextmanager
    def _counting_what_breaks(self) -> Iterator[None]:
        """Block of an attempt, which whatever breaks in it counts as one."""
        try:
            yield
        except NotDelivered:
            raise
        except RecordDamaged as error:
            raise NotDelivered("the record is damaged, and nothing is sent of it") from error
        except Exception as error:
            log.exception("an attempt to deliver broke down")
            raise NotDelivered("the service failed at it; the cause is in its log") from error


def _text(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
