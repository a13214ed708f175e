"""Sections of a home, and their roles by the table of roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from auditor.access.roles import TABLE, Need
from auditor.health import Health
from auditor.incidents import RoomsIncident
from auditor.open_alarms import OpenAlarm
from auditor.overdue import OverdueRoom
from auditor.store.last_backup import LastBackup
from auditor.store.stored_keys import Role
from rules.results import Severity

MOST = 25  # rows of a section

Row = TypeVar("Row")


class Who(Struct, frozen=True):
    """Whoever asks for a home. role: None for an open service, where all is permitted."""

    role: Role | None = None
    person: bool = True

    def may(self, need: Need) -> bool:
        """Whether somebody may do something."""
        rule = TABLE[need]
        return self.role is None or (self.role in rule.roles and (self.person or not rule.person))


class HomeSection(Struct, Generic[Row], frozen=True):
    """First rows of a section, and the total."""

    rows: Sequence[Row]
    total: int


class AwaitedLogs(HomeSection["AwaitedLog"], frozen=True):
    """First logs that have not come, and the total. overdue: number among all."""

    overdue: int


class AwaitedLog(Struct, frozen=True):
    """A log that has not come. table: None: of the whole gaming day there is none. due: RFC 3339 in UTC; None: the terms set no
    time for each day. last_day: the latest gaming day with a log of the table. overdue: the time is over.
    """

    room: str
    day: str
    table: str | None
    due: str | None
    overdue: bool
    last_day: str | None = None


class NotAuditable(Struct, frozen=True):
    """A session that cannot be audited, or whose audit failed. session: as its log names it. reason: why, and what to do.

    video_until: the last day on which the video of its gaming day has to be kept; None: none is set.
    """

    id: int
    room: str
    table: str
    session: str
    day: str
    reason: str
    video_until: str | None


class AwaitedApproval(Struct, frozen=True):
    """Something that a room handed to its authority. name: of the revision; None: it is a proposal of other terms.

    number: the revision, or the proposal. by: who handed it in.
    """

    room: str
    name: str | None
    ruleset: str | None
    number: int
    at: str
    by: str | None


class OpenDraft(Struct, frozen=True):
    """A draft that its room has not handed in: of controls, or of a session that is keyed. number: the revision, or the draft.

    name, ruleset: of controls; None: a keyed session, which has so many hands.
    """

    room: str
    name: str | None
    ruleset: str | None
    number: int
    at: str | None
    hands: int | None = None


class ControlsGaps(Struct, frozen=True):
    """Points that a room's controls in force leave open. points, questions: how many; None: not worked out yet."""

    room: str
    ruleset: str
    revision: int
    title: str
    points: int | None
    questions: int | None


class ClauseIncidents(Struct, frozen=True):
    """Incidents of one clause that nobody has accepted or closed. worst: of those that the record has.

    waiting: for the room; answered: for the authority. rooms: how many each room has, by its id.
    """

    clause: str
    statement: str | None
    worst: Severity | None
    waiting: int
    answered: int
    rooms: Mapping[str, int]


class EndingKey(Struct, frozen=True):
    """A key or an account that ends soon. email: of the account; None: a key."""

    id: str
    name: str
    role: Role
    email: str | None
    expires_at: str


class Backups(Struct, frozen=True):
    """The last backup that `auditor backup` made of the store; None: it made none. late: it is older than it should be."""

    last: LastBackup | None
    late: bool


class Home(Struct, frozen=True, kw_only=True):
    """Sections of what needs somebody; None where not the role's."""

    at: str
    answers: HomeSection[RoomsIncident] | None = None
    logs: AwaitedLogs | None = None
    not_auditable: HomeSection[NotAuditable] | None = None
    approvals: HomeSection[AwaitedApproval] | None = None
    decisions: HomeSection[RoomsIncident] | None = None
    critical: HomeSection[RoomsIncident] | None = None
    silent: HomeSection[OverdueRoom] | None = None
    alarms: HomeSection[OpenAlarm] | None = None
    drafts: HomeSection[OpenDraft] | None = None
    gaps: HomeSection[ControlsGaps] | None = None
    clauses: HomeSection[ClauseIncidents] | None = None
    health: Health | None = None
    keys: HomeSection[EndingKey] | None = None
    backups: Backups | None = None


_CONTROLS, _SERVICE = (("controls", "file"),), (("rooms", "put"),)
NEEDS: Mapping[str, tuple[Need, ...]] = {  # whoever may do one of them has the section
    "answers": (("incidents", "answer"),),
    "logs": (("sessions", "upload"),),
    "not_auditable": (("sessions", "upload"), ("controls", "file")),
    "approvals": (("controls", "decide"),),
    "decisions": (("incidents", "decide"),),
    "critical": (("incidents", "decide"),),
    "silent": (("incidents", "decide"),),
    "alarms": (("screening", "read"),),
    "drafts": _CONTROLS,
    "gaps": _CONTROLS,
    "clauses": _CONTROLS,
    "health": _SERVICE,
    "keys": _SERVICE,
    "backups": _SERVICE,
}


def has(who: Who, section: str) -> bool:
    """Whether a section is one of somebody's."""
    return any(map(who.may, NEEDS[section]))


def first(rows: Sequence[Row], most: int = MOST) -> HomeSection[Row]:
    """The first of some rows."""
    return HomeSection(rows[:most], len(rows))


def made(who: Who, makers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Somebody's sections by name. makers: of all."""
    return {name: make() for name, make in makers.items() if has(who, name)}
