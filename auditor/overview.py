"""Rooms at a glance: sums of their gaming days, missing logs, and today."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from auditor.overdue import are_expected, gaming_today, looked_back, missing_days
from auditor.store import Store
from auditor.store.rows import Page, RoomRecord
from auditor.store.service_clock import now
from auditor.store.stored_overview import DayIncidents, DayNumbers
from rules.results import SEVERITIES, Severity

_AT_ONCE = 1000


class DayCell(Struct, frozen=True):
    """A gaming day of a room. numbers: None without a record. missing: its log is overdue, which an audit may report as an
    incident. over: ended.
    """

    day: str
    numbers: DayNumbers | None
    missing: bool
    over: bool

    @property
    def worst(self) -> Severity | None:
        """The gravest severity of the day's incidents."""
        has = self.numbers.severities if self.numbers else {}
        return next((each for each in SEVERITIES if has.get(each)), None)


class RoomRow(Struct, frozen=True, dict=True):
    """A room with its days, earliest first.

    before: numbers of as many days before; None for a day without a record.
    """

    room: RoomRecord
    today: str
    days: tuple[DayCell, ...]
    before: tuple[DayIncidents | None, ...] = ()

    @cached_property
    def incidents(self) -> int:
        """Number of incidents of the days."""
        return sum(each.numbers.incidents for each in self.days if each.numbers)

    @cached_property
    def incidents_before(self) -> int | None:
        """Number of incidents of the days before; None without a record."""
        known = [each.incidents for each in self.before if each]
        return sum(known) if known else None

    @cached_property
    def misallocated_before(self) -> Mapping[str, int] | None:
        """Money by currency of the days before; None without a record."""
        known = [each for each in self.before if each]
        return _sums(known) if known else None

    @cached_property
    def misallocated(self) -> Mapping[str, int]:
        """Money by currency, in minor units."""
        return _sums(each.numbers for each in self.days if each.numbers)

    @cached_property
    def missing(self) -> int:
        """Number of days without their log."""
        return sum(each.missing for each in self.days)

    def severity(self, name: Severity) -> int:
        """Number of incidents of a severity."""
        return sum(each.numbers.severities.get(name, 0) for each in self.days if each.numbers)

    @cached_property
    def unanswered(self) -> int:
        """Number of incidents that await the room."""
        return sum(each.numbers.unanswered for each in self.days if each.numbers)


def _sums(days: Iterable[DayIncidents]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for each in days:
        for currency, amount in each.misallocated.items():
            sums[currency] = sums.get(currency, 0) + amount
    return sums


class Overview:
    """Rooms at a glance, over a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rooms(self, last: dt.date | None, days: int, at: str | None = None) -> list[RoomRow]:
        """The caller's rooms by id, with their gaming days up to one and as many before.

        last: None for the latest begun in any room. at: time for missing logs (RFC 3339), None for now.
        """
        rooms, at = list(self._rooms()), at or now()
        todays = {each.id: gaming_today(each.terms, at) for each in rooms}
        if last is None:
            last = max(todays.values(), default=dt.date.fromisoformat(at[:10]))
        before = [last - dt.timedelta(days=back) for back in reversed(range(days, 2 * days))]
        numbers = self._store.overview.incidents(before[0], before[-1])
        named = [each.isoformat() for each in before]
        return [
            replace(row, before=tuple(numbers.get((row.room.id, day)) for day in named))
            for row in self._rows(rooms, todays, last, days, at)
        ]

    def missing(
        self, days: int, at: str, *, checked: bool = True
    ) -> list[tuple[RoomRecord, dt.date, set[dt.date]]]:
        """Each room with its gaming day at a time (RFC 3339) and its missing days, as `rooms` has them but without numbers.
        checked: as of the store.
        """
        rooms = list(self._rooms())
        todays = {each.id: gaming_today(each.terms, at) for each in rooms}
        if not rooms:
            return []
        first = max(todays.values()) - dt.timedelta(days=days - 1)
        expected = [room for room in rooms if are_expected(room.terms)]
        back = max((looked_back(room.terms) for room in expected), default=0)
        earliest = first - dt.timedelta(days=back)
        logged = (
            self._store.overview.with_log(earliest, max(todays.values()), checked=checked) if expected else {}
        )
        missing = self._of_those_expected(expected, logged, first, todays, at)
        return [(room, todays[room.id], missing.get(room.id, set())) for room in rooms]

    def room(self, room: RoomRecord, last: dt.date, days: int, at: str | None = None) -> RoomRow:
        """One room, in the same way."""
        at = at or now()
        return self._rows([room], {room.id: gaming_today(room.terms, at)}, last, days, at, room.id)[0]

    def _rows(
        self,
        rooms: Sequence[RoomRecord],
        todays: Mapping[str, dt.date],
        last: dt.date,
        days: int,
        at: str,
        only: str | None = None,
    ) -> list[RoomRow]:
        wanted = [last - dt.timedelta(days=back) for back in reversed(range(days))]
        named = [(each, each.isoformat()) for each in wanted]
        numbers = self._store.overview.days(wanted[0], last, only)
        until = {room: min(last, today) for room, today in todays.items()}
        missing = self._missing(rooms, wanted[0], until, at, only, numbers)
        rows = []
        for room in rooms:
            today, its_missing = todays[room.id], missing.get(room.id, ())
            cells = (
                DayCell(day, numbers.get((room.id, day)), each in its_missing, each < today)
                for each, day in named
            )
            rows.append(RoomRow(room, today.isoformat(), tuple(cells)))
        return rows

    def _missing(
        self,
        rooms: Sequence[RoomRecord],
        first: dt.date,
        until: Mapping[str, dt.date],
        at: str,
        only: str | None,
        numbers: Mapping[tuple[str, str], DayNumbers],
    ) -> dict[str, set[dt.date]]:
        """Missing days by room, up to each room's last. A finding about a day is no log of it."""
        expected = [room for room in rooms if are_expected(room.terms)]
        if not expected:
            return {}
        back = max(looked_back(room.terms) for room in expected)
        logged: dict[str, set[str]] = {}
        if back:
            before = first - dt.timedelta(days=back), first - dt.timedelta(days=1)
            logged = self._store.overview.with_log(*before, only)
        for (room_id, day), each in numbers.items():
            if each.sessions:
                logged.setdefault(room_id, set()).add(day)
        return self._of_those_expected(expected, logged, first, until, at)

    def _of_those_expected(
        self,
        expected: Sequence[RoomRecord],
        logged: Mapping[str, Collection[str]],
        first: dt.date,
        until: Mapping[str, dt.date],
        at: str,
    ) -> dict[str, set[dt.date]]:
        """Missing days by room. logged: days with a log."""
        since = self._store.rooms.logs_expected_since([room.id for room in expected])
        return {
            room.id: missing_days(
                room.terms, logged.get(room.id, ()), since.get(room.id), first, until[room.id], at
            )
            for room in expected
        }

    def _rooms(self) -> Iterator[RoomRecord]:
        number = 1
        while True:
            rooms, total = self._store.rooms.page(Page(number, _AT_ONCE))
            yield from rooms
            if number * _AT_ONCE >= total:
                return
            number += 1
