"""Thread of each process that works the queue off. Any process may take an audit; a lease says whose it is."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from auditor import service_log
from auditor.jobs.claimed_audit import Ended, Stopped, broke_down, carry_out, written_progress
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.own_process import carry_out_apart, is_long
from auditor.memory import memory_ceiling
from auditor.registry import Registry
from auditor.store import Store
from auditor.store.connection import StoreError
from auditor.store.lease_holder import LeaseHolder
from auditor.store.queue import AUDIT, ClaimedAudit
from auditor.store.rows import AuditRecord
from auditor.store.service_clock import now

POLL_SECONDS = 0.2  # between looks at the queue when nobody calls: another process may have put something in
LOOK_SECONDS = 2.0  # between looks at leases that have ended
BROKEN_SECONDS = 5.0  # of pause after something broke down

log = logging.getLogger(__name__)

Finished = Callable[[AuditRecord, str, float], None]  # the audit, its new state, the seconds it took


class Worker:
    """Worker on the queue in a thread. Raises BadLimit."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        on_finished: Finished,
        reads: ReadLogs | None = None,
    ) -> None:
        self._store = store
        self._registry = registry
        self._on_finished = on_finished
        self._reads = reads if reads is not None else ReadLogs()
        self._most = memory_ceiling()
        self._take_up: Callable[[], bool] | None = None
        self.holder = LeaseHolder(store.leases)
        self._called = threading.Event()
        self._stopping = threading.Event()
        self._done = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="auditor-worker", daemon=True)

    def when_idle(self, take_up: Callable[[], bool]) -> None:
        """Set what to do while the queue is empty, which returns whether it queued something. Before the start."""
        self._take_up = take_up

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def others_audit(self) -> bool:
        """Whether another process has an audit in hand."""
        return self._store.leases.others_have(AUDIT, self.holder.id)

    def call(self) -> None:
        """Announce something in the queue."""
        self._called.set()

    def wait_for(self, number: int, seconds: float) -> None:
        """Wait for an audit's end, at most so many seconds."""
        until = time.monotonic() + seconds
        while self._store.audits.state(number) in ("queued", "running"):
            left = until - time.monotonic()
            if left <= 0:
                return
            with self._done:  # another process may have it: look again now and then
                self._done.wait(min(left, 0.05))

    def stop(self, seconds: float = 5.0) -> None:
        """Stop; an audit in hand returns to the queue."""
        self._stopping.set()
        self._called.set()
        if self._thread.is_alive():
            self._thread.join(seconds)
        self.holder.stop()

    def _work(self) -> None:
        looked = 0.0
        while not self._stopping.is_set():
            self._called.clear()
            try:
                if time.monotonic() - looked > LOOK_SECONDS or not looked:
                    looked = time.monotonic()
                    self._take_back()
                claimed = self._store.queue.claim(self.holder.id, now())
                if claimed is not None:
                    with self.holder.keeping(claimed.lease):
                        self._run(claimed)
                    continue
                if self._has_taken_up():
                    continue
            except StoreError:
                log.exception("the store failed; the queue is looked at again in a moment")
            except Exception:  # the boundary of the worker: whatever breaks must not end it
                log.exception("the worker broke down; it goes on in a moment")
                self._called.wait(BROKEN_SECONDS)
            self._called.wait(POLL_SECONDS)

    def _has_taken_up(self) -> bool:
        """Whether something unasked was queued; errors must not end the worker."""
        try:
            return self._take_up is not None and self._take_up()
        except StoreError:
            raise
        except Exception:
            log.exception("what came in could not be taken up; it is tried again with the next log")
            self._called.wait(BROKEN_SECONDS)
            return False

    def _take_back(self) -> None:
        """Queue again what has no lease any more, and results that could not be written."""
        count = self._store.queue.take_back(self.holder.id, now())
        if count:
            log.warning("%d audits of processes that are gone were put back into the queue", count)

    def _run(self, claimed: ClaimedAudit) -> None:
        began, number = time.monotonic(), claimed.audit.id
        service_log.begin(audit=number)
        try:
            ended = self._ended(claimed)
        except Stopped:
            ended = None
        except StoreError:
            raise
        except Exception:  # such as a process that cannot be started: it must not end the worker
            log.exception("audit %d broke down", number)
            ended = Ended("failed", self._store.queue.fail(claimed.lease, broke_down(number), now()))
        held = self._store.queue.release(claimed.lease) if ended is None else ended.held
        if not held:
            log.warning(
                "audit %d was taken over by another process meanwhile; nothing is written here", number
            )
        elif ended is not None:
            seconds = time.monotonic() - began
            log.info("audit ended", extra={"state": ended.state, "ms": round(1000 * seconds)})
            self._on_finished(claimed.audit, ended.state, seconds)
        service_log.end()
        with self._done:
            self._done.notify_all()

    def _ended(self, claimed: ClaimedAudit) -> Ended | None:
        if is_long(self._store, claimed.audit):
            return carry_out_apart(self._store, claimed, self._most, lambda: self._is_over(claimed))
        return carry_out(self._store, self._registry, claimed, self._progress(claimed), self._reads)

    def _is_over(self, claimed: ClaimedAudit) -> bool:
        """Whether nobody waits for the result: the service stops, or another process has the audit."""
        return self._stopping.is_set() or not self.holder.has(claimed.lease)

    def _progress(self, claimed: ClaimedAudit) -> Callable[[int], None]:
        write = written_progress(self._store, claimed)

        def progress(hands: int) -> None:
            if self._is_over(claimed):
                raise Stopped
            write(hands)

        return progress
