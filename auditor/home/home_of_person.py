"""Somebody's whole home, and how much waits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from auditor.health import health
from auditor.home.home_controls import approvals, drafts, gaps
from auditor.home.home_incidents import UNDECIDED, WaitingIncidents
from auditor.home.home_logs import awaited_logs, not_auditable, overdue_logs
from auditor.home.running import backups, ending_keys
from auditor.home.sections import Home, HomeSection, Who, first, has, made
from auditor.incidents import WAITING
from auditor.overdue import OverdueRoom, overdue_rooms
from auditor.store.rows import IncidentState

if TYPE_CHECKING:
    from auditor.service import Service

_CLOSE = ("screening", "close")  # whose open alarms are something to do
_STATES: dict[str, Sequence[IncidentState]] = {  # that a section has
    "answers": WAITING, "decisions": UNDECIDED, "critical": ("open",), "clauses": UNDECIDED,
}  # fmt: skip


class WaitingCounts(Struct, frozen=True):
    """Numbers of things to do: answers, decisions, approvals, overdue logs, unauditable sessions, open alarms."""

    answers: int = 0
    decisions: int = 0
    approvals: int = 0
    logs: int = 0
    not_auditable: int = 0
    alarms: int = 0

    @property
    def all(self) -> int:
        """Sum of the counts."""
        return self.answers + self.decisions + self.approvals + self.logs + self.not_auditable + self.alarms


class _Sections:
    def __init__(self, service: Service, base: Service, who: Who, at: str) -> None:
        self._service, self._base, self._who, self._at = service, base, who, at

    @cached_property
    def incidents(self) -> WaitingIncidents:
        states = {state for name, each in _STATES.items() if has(self._who, name) for state in each}
        return WaitingIncidents(self._service.incidents, sorted(states), self._at)

    def home(self) -> Home:
        service, at = self._service, self._at
        sections = made(
            self._who,
            {
                "answers": lambda: self.incidents.answers(),
                "logs": lambda: awaited_logs(service, at),
                "not_auditable": lambda: not_auditable(service, at),
                "approvals": lambda: approvals(service),
                "decisions": lambda: self.incidents.decisions(),
                "critical": lambda: self.incidents.critical(),
                "silent": lambda: self._silent(),
                "alarms": lambda: first(service.open_alarms.every()),
                "drafts": lambda: drafts(service),
                "gaps": lambda: gaps(service, at),
                "clauses": lambda: self.incidents.clauses(),
                "health": lambda: health(self._base),
                "keys": lambda: ending_keys(self._base.store, at),
                "backups": lambda: backups(self._base.store, at),
            },
        )
        return Home(at=at, **sections)

    def _silent(self) -> HomeSection[OverdueRoom]:
        found = overdue_rooms(self._service.store, self._at)
        return first(sorted(found, key=lambda each: each.due_at))


def home_of(service: Service, base: Service, who: Who, at: str) -> Home:
    """Home of somebody at a time (RFC 3339). service: of its caller; base: the whole, for health."""
    return _Sections(service, base, who, at).home()


def waiting_for(service: Service, who: Who, at: str) -> WaitingCounts:
    """Numbers of waiting things at a time, in the caller's rooms."""
    states = {state for name in ("answers", "decisions") if has(who, name) for state in _STATES[name]}
    found = service.incidents.counted(sorted(states)) if states else []
    counts = {
        "answers": lambda: sum(each.incidents for each in found if each.state in WAITING),
        "decisions": lambda: sum(
            each.incidents if each.state == "answered" else each.removed for each in found
        ),
        "approvals": lambda: len(service.store.controls.submitted()) + len(service.room_terms.waiting()),
        "logs": lambda: overdue_logs(service, at),
        "not_auditable": lambda: len(service.session_states.stuck()),
        "alarms": lambda: sum(service.open_alarms.counted().values()) if who.may(_CLOSE) else 0,
    }
    return WaitingCounts(**made(who, counts))
