"""Logs of a gaming day: expected, received, and missing.

A table is expected to have a log where it had one with hands within the fourteen gaming days before, but for tournaments' tables.
The room's terms set whether and until when it is due.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.overdue import EXPECTED
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import RoomRecord, Selection, SessionRecord
from auditor.store.service_clock import after, now, of_instant
from auditor.store.stored_sessions import TablePlayed
from auditor.terms import in_force, instants_of
from rules.controls.library import Library, UnknownRuleset

_CHIPS = "tournament_chips"
LOOKED_BACK = dt.timedelta(days=14)


class TableLogs(Struct, frozen=True):
    """A table's sessions on a gaming day, and its latest earlier day with one, if within the time."""

    table: str
    sessions: tuple[SessionRecord, ...]
    last_day: str | None

    @property
    def nothing_played(self) -> bool:
        """Whether all its logs say that nothing was played."""
        return bool(self.sessions) and not any(each.hands for each in self.sessions)


class DayLogs(Struct, frozen=True):
    """A gaming day of a room; times are RFC 3339 in UTC.

    due: until when a log is due, None where none is each day. licensed: number of tables, None where not on record.
    """

    begins: str
    ends: str
    at: str
    due: str | None
    licensed: int | None
    tables: tuple[TableLogs, ...]

    @property
    def over(self) -> bool:
        """Whether the day has ended."""
        return self.ends <= self.at

    @property
    def begun(self) -> bool:
        """Whether the day has begun."""
        return self.begins <= self.at

    @property
    def overdue(self) -> bool:
        """Whether a log of the day is overdue and none came."""
        return self.due is not None and self.due <= self.at

    @property
    def without_log(self) -> tuple[str, ...]:
        """Expected tables without a log."""
        return tuple(each.table for each in self.tables if not each.sessions)


def day_logs(
    store: Store, rooms: Rooms, library: Library, room: str, day: dt.date, at: str | None = None
) -> DayLogs:
    """Logs of a gaming day at a time (None: now). Raises NoSuchRoom."""
    found, at = rooms.get(room), at or now()
    first = day - LOOKED_BACK
    sessions = store.sessions.all(
        Selection(room=room, first_day=first.isoformat(), last_day=day.isoformat(), current=True)
    )
    begins, ends = map(of_instant, instants_of(found.terms, day))
    return DayLogs(
        begins,
        ends,
        at,
        due_of(found, day, ends),
        in_force(found.terms, day).get("tables"),
        tuple(_tables(sessions, day.isoformat(), library)),
    )


def due_of(room: RoomRecord, day: dt.date, ends: str) -> str | None:
    """Until when a log of a gaming day is due by the room's terms; None where none is each day. ends: of the day."""
    terms = in_force(room.terms, day)
    expected = terms.get(EXPECTED)
    if not expected or expected["every_days"] != 1 or terms.get("tables") == 0:
        return None
    return after(ends, hours=expected["overdue_hours"])


def tables_without_log(
    played: Sequence[TablePlayed], day: dt.date, library: Library
) -> list[tuple[str, str]]:
    """Expected tables without a log of a gaming day, each with its latest earlier day with one. played: of the day and at least
    `LOOKED_BACK` before.
    """
    within = [each for each in played if (day - LOOKED_BACK).isoformat() <= each.day <= day.isoformat()]
    last = _last_days(within, day.isoformat(), library)
    with_log = {each.table for each in within if each.day == day.isoformat()}
    return [(name, last[name]) for name in sorted(last.keys() - with_log, key=_in_order)]


def _last_days(sessions: Iterable[SessionRecord | TablePlayed], day: str, library: Library) -> dict[str, str]:
    """Each table's latest day before a gaming day with hands that were not played for chips."""
    last: dict[str, str] = {}
    chips: dict[str | None, bool] = {}
    for each in sessions:
        if each.day == day or not each.hands:
            continue
        if each.ruleset not in chips:
            chips[each.ruleset] = _is_for_chips(each.ruleset, library)
        if not chips[each.ruleset]:
            last[each.table] = max(last.get(each.table, ""), each.day)
    return last


def _tables(sessions: list[SessionRecord], day: str, library: Library) -> list[TableLogs]:
    mine: dict[str, list[SessionRecord]] = {}
    for each in sessions:
        if each.day == day:
            mine.setdefault(each.table, []).append(each)
    last = _last_days(sessions, day, library)
    names = sorted(set(mine) | set(last), key=_in_order)
    return [TableLogs(name, tuple(mine.get(name, ())), last.get(name)) for name in names]


def _is_for_chips(ruleset: str | None, library: Library) -> bool:
    try:
        return ruleset is not None and library.get(ruleset).sections.stakes.medium == _CHIPS
    except UnknownRuleset:
        return False


def _in_order(name: str) -> tuple[str, int, str]:
    plain = name.rstrip("0123456789")
    number = name[len(plain) :][:18]
    return plain, int(number) if number.isascii() and number else -1, name
