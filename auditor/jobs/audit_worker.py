"""Thread of each process that works the queue off. Any process may take an audit; a dead one is noticed by its lock file."""

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
from auditor.store.owner import Owner
from auditor.store.rows import AuditRecord
from auditor.store.service_clock import now

POLL_SECONDS = 0.2  # between looks at the queue when nobody calls: another process may have put something in
LOOK_FOR_DEAD_SECONDS = 5.0

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
        self.owner = Owner(store.owners)
        self._called = threading.Event()
        self._stopping = threading.Event()
        self._done = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="auditor-worker", daemon=True)

    def when_idle(self, take_up: Callable[[], bool]) -> None:
        """Set what to do while the queue is empty, which returns whether it queued something. Before the start."""
        self._take_up = take_up

    def start(self) -> None:
        """Begin, first with dead processes' claims."""
        self.owner.sweep()
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def has_others(self) -> bool:
        """Whether another living process works the queue off."""
        return self.owner.has_others()

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
        self.owner.resign()

    def _work(self) -> None:
        looked = 0.0
        while not self._stopping.is_set():
            self._called.clear()
            try:
                if time.monotonic() - looked > LOOK_FOR_DEAD_SECONDS or not looked:
                    looked = time.monotonic()
                    self._take_back()
                claimed = self._store.queue.claim(self.owner.id, now())
                if claimed is not None:
                    self._run(claimed)
                    continue
                if self._has_taken_up():
                    continue
            except StoreError:
                log.exception("the store failed; the queue is looked at again in a moment")
            self._called.wait(POLL_SECONDS)

    def _has_taken_up(self) -> bool:
        """Whether something unasked was queued; errors must not end the worker."""
        try:
            return self._take_up is not None and self._take_up()
        except StoreError:
            raise
        except Exception:
            log.exception("what came in could not be taken up; it is tried again with the next log")
            self._called.wait(LOOK_FOR_DEAD_SECONDS)
            return False

    def _take_back(self) -> None:
        """Queue again dead owners' claims, and results that could not be written."""
        mine = self.owner.id
        count = self._store.queue.take_back(lambda owner: owner == mine or self.owner.is_dead(owner), now())
        if count:
            log.warning("%d audits of processes that are gone were put back into the queue", count)

    def _run(self, claimed: AuditRecord) -> None:
        began = time.monotonic()
        service_log.begin(audit=claimed.id)
        try:
            ended = self._ended(claimed)
        except Stopped:
            ended = None
        except StoreError:
            raise
        except Exception:  # such as a process that cannot be started: it must not end the worker
            log.exception("audit %d broke down", claimed.id)
            reason = broke_down(claimed.id)
            ended = Ended("failed", self._store.queue.fail(claimed.id, self.owner.id, reason, now()))
        if ended is None:
            self._store.queue.release(claimed.id, self.owner.id)
            return
        if ended.held:
            seconds = time.monotonic() - began
            log.info("audit ended", extra={"state": ended.state, "ms": round(1000 * seconds)})
            self._on_finished(claimed, ended.state, seconds)
        service_log.end()
        with self._done:
            self._done.notify_all()

    def _ended(self, claimed: AuditRecord) -> Ended | None:
        owner = self.owner.id
        if is_long(self._store, claimed):
            return carry_out_apart(self._store, claimed, owner, self._most, self._stopping)
        return carry_out(self._store, self._registry, claimed, owner, self._progress(claimed), self._reads)

    def _progress(self, claimed: AuditRecord) -> Callable[[int], None]:
        write = written_progress(self._store, claimed, self.owner.id)

        def progress(hands: int) -> None:
            if self._stopping.is_set():
                raise Stopped
            write(hands)

        return progress
