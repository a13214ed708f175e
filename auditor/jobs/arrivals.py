"""Unaudited arrivals, which an idle worker takes up. The record itself shows them, so none is lost or audited twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from auditor.engine import program
from auditor.errors import ControlsUnreadable, SessionsNotAuditable
from auditor.store import Store
from auditor.store.rows import AuditRecord, Page
from auditor.store.service_clock import after, now
from auditor.store.stored_event_files import KINDS, EventFileRecord, Kind

QUIET_SECONDS = 0.5  # after the last log: a folder that is being sent in is taken in first
LONGEST_SECONDS = 30.0  # for which a log waits for that
EVENT_QUIET_SECONDS = 2.0  # after the last log: one of a tournament mostly comes with others
_AT_ONCE = 50

AuditSession = Callable[[int], AuditRecord | None]  # of a number; None: it is not audited now
AuditEvent = Callable[[Kind, int], object]


class Arrivals:
    """Arrivals that wait for their first audit, oldest first."""

    def __init__(self, store: Store, audit_session: AuditSession, audit_event: AuditEvent) -> None:
        self._store = store
        self._audit_session, self._audit_event = audit_session, audit_event
        self._change, self._looked_at = -1, 0  # of the registry, and up to which session
        self._events_seen: tuple[int, int, int] | None = None
        self._events_from = 0.0

    def take_up(self) -> bool:
        """Queue the next one if due; whether one was."""
        change = self._store.changes.latest()
        if change != self._change:  # what could not be audited before may be now
            self._change, self._looked_at = change, 0
        at = now()
        came = self._store.sessions.last_received()
        is_time = came is None or after(came, seconds=QUIET_SECONDS) <= at or self._has_waited(at)
        if is_time and self._next_session():
            return True
        return self._next_event(came, at)

    def _has_waited(self, at: str) -> bool:
        waiting = self._waiting(1)
        return bool(waiting) and after(waiting[0][1], seconds=LONGEST_SECONDS) <= at

    def _waiting(self, most: int) -> list[tuple[int, str]]:
        return self._store.sessions.never_audited(self._looked_at, self._change, program().code, most)

    def _next_session(self) -> bool:
        while waiting := self._waiting(_AT_ONCE):
            for number, _ in waiting:
                self._looked_at = number
                if self._audit_session(number) is not None:
                    return True
        return False

    def _next_event(self, came: str | None, at: str) -> bool:
        """Queue the next event, once its files had time to come."""
        seen = (self._change, *self._store.event_files.seen_up_to())
        if seen == self._events_seen or not seen[1] or monotonic() < self._events_from:
            return False
        last = max(filter(None, (came, self._store.event_files.last_received())), default=at)
        if after(last, seconds=EVENT_QUIET_SECONDS) > at:
            self._events_from = monotonic() + EVENT_QUIET_SECONDS / 4
            return False
        events = self._events()
        for each in events:
            with suppress(
                SessionsNotAuditable, ControlsUnreadable
            ):  # whoever asks for it is given the reason
                self._audit_event(each.kind, each.id)
        self._events_seen = seen
        return bool(events)

    def _events(self) -> list[EventFileRecord]:
        """Events to audit; failed ones wait for a request."""
        found = []
        for kind in KINDS:
            for each in self._store.event_files.page(kind, None, Page(1, _AT_ONCE), pending=True)[0]:
                before = next(iter(self._store.audits.of_event(kind, each.room, each.name)), None)
                if before is None or before.state != "failed" or self._is_older(before):
                    found.append(each)
        return sorted(found, key=lambda each: (each.kind == "ledger", each.id))

    def _is_older(self, before: AuditRecord) -> bool:
        return (before.knowledge.as_of, before.knowledge.code) != (self._change, program().code)
