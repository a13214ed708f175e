"""Rooms whose last log is overdue: a log is expected of them every so many gaming days, and none came in time.

What is expected is in the room's terms (`logs_expected`); of a room whose terms say nothing, nothing is expected.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from auditor.store.rows import Page
from auditor.terms import terms_of
from rules.card_room import Room
from rules.zones import instant_of

if TYPE_CHECKING:
    from auditor.store import Store
    from auditor.store.rows import RoomRecord

EXPECTED = "logs_expected"  # of terms: every_days, overdue_hours
_AT_ONCE = 1000  # rooms
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class OverdueRoom(Struct, frozen=True):
    """A room whose last log is overdue.

    last_day, received_at: of the log of its latest gaming day; null where it never sent one. day: the gaming day whose log is
    missing. due_at: when it was due, RFC 3339 in UTC. hours: that are over since then, in whole.
    """

    room: str
    last_day: str | None
    received_at: str | None
    day: str
    due_at: str
    hours: int


class LastLog(NamedTuple):
    """The gaming day of a room's latest log, and when that came in."""

    day: str
    received_at: str


def overdue_rooms(store: Store, at: str) -> list[OverdueRoom]:
    """The rooms on record, of those that a store's caller sees, whose last log is overdue at a time (RFC 3339), by id."""
    found, number = [], 1
    while True:
        rooms, total = store.rooms.page(Page(number, _AT_ONCE))
        for room in rooms:
            if any(each.get(EXPECTED) for each in room.terms):
                overdue = _of_room(store, room, at)
                found += [overdue] if overdue else []
        if number * _AT_ONCE >= total:
            return found
        number += 1


def _of_room(store: Store, room: RoomRecord, at: str) -> OverdueRoom | None:
    today = gaming_today(room.terms, at)
    last = store.sessions.last_log(room.id, today.isoformat())
    return overdue(
        room.id, room.terms, LastLog(*last) if last else None, store.rooms.logs_expected_since(room.id), at
    )


def gaming_today(terms: Sequence[Mapping[str, Any]], at: str) -> dt.date:
    """The gaming day of a time under a room's terms."""
    day = Room("", tuple(map(terms_of, terms))).day(at)
    assert day is not None  # it is the service's own clock
    return day


def overdue(
    room: str, terms: Sequence[Mapping[str, Any]], last: LastLog | None, filed_at: str | None, at: str
) -> OverdueRoom | None:
    """What is overdue of a room at a time; None where nothing is.

    terms: the oldest first. filed_at: when it was first put on record that logs are expected, from which day on they are
    where the terms hold from the beginning. A log is due ``overdue_hours`` after the end of its gaming day.
    """
    today = gaming_today(terms, at)
    now = _in_force(terms, today)
    expected = now.get(EXPECTED)
    if not expected or now.get("tables") == 0:
        return None
    day = _begun(terms, now, filed_at or at)
    if last is not None:
        day = max(day, _plus(dt.date.fromisoformat(last.day), 1))
    day = _plus(day, expected["every_days"] - 1)
    due = _end_of(day, _in_force(terms, day)) + dt.timedelta(hours=expected["overdue_hours"])
    late = dt.datetime.fromisoformat(at) - due
    if late <= dt.timedelta(0):
        return None
    last_day, received_at = last or (None, None)
    return OverdueRoom(
        room, last_day, received_at, day.isoformat(), _text(due), late // dt.timedelta(hours=1)
    )


def _in_force(terms: Sequence[Mapping[str, Any]], day: dt.date) -> Mapping[str, Any]:
    begun = [each for each in terms if (each["from"] or "") <= day.isoformat()]
    return begun[-1] if begun else terms[0]


def _begun(terms: Sequence[Mapping[str, Any]], now: Mapping[str, Any], filed_at: str) -> dt.date:
    """The first gaming day of which a log is expected without a break up to the terms of now."""
    first = now
    for each in reversed(terms[: list(terms).index(now)]):
        if not each.get(EXPECTED) or each.get("tables") == 0:
            break
        first = each
    return dt.date.fromisoformat(first["from"]) if first["from"] else gaming_today(terms, filed_at)


def _end_of(day: dt.date, terms: Mapping[str, Any]) -> dt.datetime:
    begins = dt.time.fromisoformat(terms["gaming_day_begins"])
    return _EPOCH + dt.timedelta(microseconds=instant_of(terms["time_zone"], _plus(day, 1), begins))


def _plus(day: dt.date, days: int) -> dt.date:
    return day + dt.timedelta(days)


def _text(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
