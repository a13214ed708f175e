"""An audit for a page: what it is of, what it could test, and its incidents with what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from auditor.http.web.pictures import PLAYERS
from auditor.store.earlier_stores import typed
from auditor.store.rows import AuditRecord, EventOf, IncidentState
from reports.charts import largest
from reports.cover_facts import main_reason, never_tested
from reports.incident_row_words import SeatPlayer
from reports.money_words import by_kind
from rules.results import Coverage, Incident, Moment, Restitution
from rules.typed import from_plain


class AuditSubject(Struct, frozen=True):
    """Subject of an audit. sessions: their number. session: the one that it is of, as (room, session, table).

    currency: what all its amounts are in; None: not known yet, or several. event: the tournament or ledger that it is of.
    """

    rooms: Sequence[str]
    day: str | None
    sessions: int
    session: tuple[str, str, str] | None
    currency: str | None
    event: EventOf | None = None


def subject_of(audit: AuditRecord) -> AuditSubject:
    """Subject of an audit, by its result, or as it was requested where it has none."""
    summary = audit.summary or {}
    logs: list[dict[str, Any]] = summary.get("logs") or ([summary["log"]] if summary.get("log") else [])
    rooms = {each["room"] for each in logs}
    rooms |= {each for each in (audit.room, audit.request.get("room")) if isinstance(each, str)}
    currencies = {each.get("money") or each["currency"] for each in logs}
    if isinstance(of_event := summary.get("event"), dict):
        currencies = {of_event["currency"]}
    one = logs[0] if len(logs) == 1 and audit.day is None else None
    return AuditSubject(
        sorted(rooms),
        audit.day,
        len(audit.sessions),
        (one["room"], one["session"], one["table"]) if one else None,
        currencies.pop() if len(currencies) == 1 else None,
        audit.event,
    )


class NeverTested(Struct, frozen=True):
    """Checks that tested no hand for the same reason."""

    reason: str
    checks: Sequence[Coverage]


class CoverageView(Struct, frozen=True):
    """Coverage as a page shows it. shown: checks that differ, have an open point, or left some hands untested.

    never: those that could test nothing, by what the record lacks. agreeing, absent: how many agree in everything that they
    tested, and how many do not apply.
    """

    shown: Sequence[Coverage]
    never: Sequence[NeverTested]
    agreeing: int
    absent: int


def covered(rows: Iterable[Coverage]) -> CoverageView:
    """The coverage of an audit in the order of its checks."""
    every = list(rows)
    by_reason: dict[str, list[Coverage]] = {}
    for row in filter(never_tested, every):
        by_reason.setdefault(main_reason(row), []).append(row)
    quiet = [row for row in every if not (row.differing or row.open or row.untestable)]
    return CoverageView(
        [row for row in every if row.differing or row.open or (row.untestable and row.tested)],
        [NeverTested(reason, checks) for reason, checks in by_reason.items()],
        sum(1 for row in quiet if row.tested),
        sum(1 for row in quiet if not row.tested),
    )


class Owed(Struct, frozen=True):
    """Amounts that players are owed (+) and were overpaid (−), the largest ones. others: how many more there are."""

    rows: Sequence[Restitution]
    others: int


def owed(audit: AuditRecord) -> Owed:
    """The restitution of a finished audit."""
    every = [row for row in _restitution((audit.summary or {}).get("restitution") or []) if row.owed]
    shown = largest(every, PLAYERS)
    return Owed(shown, len(every) - len(shown))


def money_of(audit: AuditRecord) -> list[tuple[str, str]]:
    """Sentences on each kind of money of a finished audit, with its name; empty of an earlier engine."""
    return by_kind(typed(audit.summary)) if audit.summary else []


def moments_of(audit: AuditRecord) -> list[Moment]:
    """The time of the session that an audit is of, in slices; empty where it is of several."""
    return _moments((audit.summary or {}).get("timeline") or [])


_restitution = from_plain(list[Restitution])
_moments = from_plain(list[Moment])


class IncidentAddress(Struct, frozen=True):
    """Place of an incident of an audit: the room's, or one of a what-if, which is no room's (None)."""

    room: str | None
    incident: str
    code: str
    session: str | None
    day: str | None
    event: str | None = None


class AuditIncident(Struct, frozen=True):
    """An incident as an audit reports it, in the form in which lists of a room's incidents have theirs."""

    record: IncidentAddress
    reported: Incident
    state: IncidentState | None
    due: str | None
    overdue: bool
    players: tuple[SeatPlayer, ...] = ()
    recurrence_of: tuple[()] = ()
