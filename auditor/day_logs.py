"""The logs of a gaming day: which are expected, which came, and what became of them.

A table is expected to have a log where it had one with hands on one of the fourteen gaming days before; tables of tournaments,
which play for chips, are not. Whether a log of the day is due, and
until when, is in the room's terms.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.overdue import EXPECTED
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import RoomRecord, Selection, SessionRecord
from auditor.store.stored_sessions import TablePlayed
from auditor.store.stored_times import after, now, of_instant
from auditor.terms import in_force, instants_of
from rules.controls.library import Library, UnknownRuleset

_CHIPS = "tournament_chips"
LOOKED_BACK = dt.timedelta(days=14)


class TableLogs(Struct, frozen=True):
    """A table on a gaming day: its sessions, and the latest day before on which it had one; None: within the time none."""

    table: str
    sessions: tuple[SessionRecord, ...]
    last_day: str | None

    @property
    def nothing_played(self) -> bool:
        """Whether all of its logs say that nothing was played."""
        return bool(self.sessions) and not any(each.hands for each in self.sessions)


class DayLogs(Struct, frozen=True):
    """A gaming day of a room. Times are RFC 3339 in UTC.

    due: until when the room's terms expect a log of the day; None: they expect none of each day. licensed: how many tables the
    room may have; None: not on record.
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
        """Whether a log of the day is overdue where it has none."""
        return self.due is not None and self.due <= self.at

    @property
    def without_log(self) -> tuple[str, ...]:
        """The tables that are expected to have a log and have none."""
        return tuple(each.table for each in self.tables if not each.sessions)


def day_logs(
    store: Store, rooms: Rooms, library: Library, room: str, day: dt.date, at: str | None = None
) -> DayLogs:
    """The logs of a gaming day at a time; None: now. Raises NoSuchRoom."""
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
    """Until when a log of a gaming day is due by a room's terms; None: they expect none of each day. ends: of the day."""
    terms = in_force(room.terms, day)
    expected = terms.get(EXPECTED)
    if not expected or expected["every_days"] != 1 or terms.get("tables") == 0:
        return None
    return after(ends, hours=expected["overdue_hours"])


def tables_without_log(
    played: Sequence[TablePlayed], day: dt.date, library: Library
) -> list[tuple[str, str]]:
    """The tables that are expected to have a log of a gaming day and have none, each with the latest day before on which it had
    one. played: what `Sessions.tables_played` has of the day and of `LOOKED_BACK` before it, or more.
    """
    within = [each for each in played if (day - LOOKED_BACK).isoformat() <= each.day <= day.isoformat()]
    last = _last_days(within, day.isoformat(), library)
    with_log = {each.table for each in within if each.day == day.isoformat()}
    return [(name, last[name]) for name in sorted(last.keys() - with_log, key=_in_order)]


def _last_days(sessions: Iterable[SessionRecord | TablePlayed], day: str, library: Library) -> dict[str, str]:
    """The latest day before a gaming day on which each table had a log with hands that were not played for chips."""
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
    """T2 comes before T10."""
    plain = name.rstrip("0123456789")
    number = name[len(plain) :][:18]
    return plain, int(number) if number.isascii() and number else -1, name
