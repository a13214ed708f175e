"""Rooms whose last log is overdue by their terms (`logs_expected`): none came for so many gaming days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from auditor.store.rows import Page
from auditor.terms import in_force
from rules.card_room import Room, TermsOfRoom
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
    """Gaming day and arrival of a room's latest log."""

    day: str
    received_at: str


def overdue_rooms(store: Store, at: str) -> list[OverdueRoom]:
    """The caller's rooms whose last log is overdue at a time (RFC 3339), by id."""
    found, number = [], 1
    while True:
        rooms, total = store.rooms.page(Page(number, _AT_ONCE))
        expected = [room for room in rooms if are_expected(room.terms)]
        since = store.rooms.logs_expected_since([room.id for room in expected])
        for room in expected:
            overdue = _of_room(store, room, since.get(room.id), at)
            found += [overdue] if overdue else []
        if number * _AT_ONCE >= total:
            return found
        number += 1


def overdue_log(store: Store, room: str, at: str) -> OverdueRoom | None:
    """Overdue log of one of the caller's rooms at a time (RFC 3339); None without one, or without the room. Raises
    RecordDamaged.
    """
    record = store.rooms.get(room)
    if record is None or not are_expected(record.terms):
        return None
    return _of_room(store, record, store.rooms.logs_expected_since([room]).get(room), at)


def are_expected(terms: Sequence[Mapping[str, Any]]) -> bool:
    """Whether any of a room's terms expects logs."""
    return any(each.get(EXPECTED) for each in terms)


def _of_room(store: Store, room: RoomRecord, filed_at: str | None, at: str) -> OverdueRoom | None:
    today = gaming_today(room.terms, at)
    last = store.sessions.last_log(room.id, today.isoformat())
    return overdue(room.id, room.terms, LastLog(*last) if last else None, filed_at, at)


def gaming_today(terms: Sequence[Mapping[str, Any]], at: str) -> dt.date:
    """Gaming day of a time under a room's terms."""
    return _today(
        tuple((each.get("from"), each["time_zone"], each["gaming_day_begins"]) for each in terms), at
    )


@lru_cache(maxsize=4096)
def _today(terms: tuple[tuple[str | None, str, str], ...], at: str) -> dt.date:
    """Gaming day of a time. terms: first day, time zone, start of the gaming day."""
    clocks = (
        TermsOfRoom(zone, dt.time.fromisoformat(begins), dt.date.fromisoformat(first) if first else None)
        for first, zone, begins in terms
    )
    day = Room("", tuple(clocks)).day(at)
    assert day is not None  # it is the service's own clock
    return day


def overdue(
    room: str, terms: Sequence[Mapping[str, Any]], last: LastLog | None, filed_at: str | None, at: str
) -> OverdueRoom | None:
    """A room's overdue log at a time, or None.

    terms: oldest first. filed_at: when logs were first expected on record; terms without a first day expect them from then. A log
    is due ``overdue_hours`` after its gaming day.
    """
    today = gaming_today(terms, at)
    now = in_force(terms, today)
    expected = now.get(EXPECTED)
    if not expected or now.get("tables") == 0:
        return None
    day = _begun(terms, now, filed_at or at)
    if last is not None:
        day = max(day, _plus(dt.date.fromisoformat(last.day), 1))
    day = _plus(day, expected["every_days"] - 1)
    due = _end_of(day, in_force(terms, day)) + dt.timedelta(hours=expected["overdue_hours"])
    late = dt.datetime.fromisoformat(at) - due
    if late <= dt.timedelta(0):
        return None
    last_day, received_at = last or (None, None)
    return OverdueRoom(
        room, last_day, received_at, day.isoformat(), _text(due), late // dt.timedelta(hours=1)
    )


def missing_days(
    terms: Sequence[Mapping[str, Any]],
    days: Collection[str],
    filed_at: str | None,
    first: dt.date,
    last: dt.date,
    at: str,
) -> set[dt.date]:
    """Gaming days in [first, last] whose log is overdue: as many days up to each as may pass have none.

    days: those with a log, from `looked_back` days before the first. filed_at: as in `overdue`.
    """
    found: set[dt.date] = set()
    if not are_expected(terms):
        return found
    for each in (_plus(first, number) for number in range((last - first).days + 1)):
        if each.isoformat() in days:
            continue
        now = in_force(terms, each)
        expected = now.get(EXPECTED)
        if not expected or now.get("tables") == 0:
            continue
        run = [_plus(each, -back) for back in range(expected["every_days"])]
        if (
            not any(day.isoformat() in days for day in run)
            and run[-1] >= _begun(terms, now, filed_at or at)
            and _end_of(each, now) + dt.timedelta(hours=expected["overdue_hours"])
            < dt.datetime.fromisoformat(at)
        ):
            found.add(each)
    return found


def looked_back(terms: Sequence[Mapping[str, Any]]) -> int:
    """Most days before a gaming day on which a log keeps it from being missing."""
    return max((each[EXPECTED]["every_days"] - 1 for each in terms if each.get(EXPECTED)), default=0)


def _begun(terms: Sequence[Mapping[str, Any]], now: Mapping[str, Any], filed_at: str) -> dt.date:
    """First gaming day from which logs are expected without a break until now."""
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
