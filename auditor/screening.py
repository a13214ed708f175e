"""Screening of rooms: where to look first, from what audits kept of their sessions. An indicator is never a verdict.

The statistics of a calendar year of a room are added up; of alarms and of what is on the monthly list the hands are read again
from the logs. A moment is an index of the register: what was entered later does not count.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.errors import NoSuchMoment, NoSuchRoom
from auditor.registry import Registry
from auditor.remedies import ROOMS
from auditor.rooms import Rooms
from auditor.screened_hands_found import FoundHands
from auditor.store import Store
from auditor.store.stored_screening import KeptStatistics
from rules.screening.repeated_deals import RepeatedDeals, repeated_deals
from rules.screening.room_year import screened_year
from rules.screening.screening_result import (
    ScreeningResult,
    order_of_result,
    result_of_repeated,
    result_of_unit,
)
from rules.screening.session_statistics import SCREENING, SessionStatistics
from rules.screening.shown_alarms import beside_others, is_noted


class ScreeningPeriod(Struct, frozen=True):
    """Gaming days that are screened, both included. None: no bound; without both, the year of the last day on record."""

    first: dt.date | None = None
    last: dt.date | None = None

    def has(self, day: dt.date) -> bool:
        """Whether a gaming day is in it."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


class Screening:
    """Results of the rooms that the caller sees."""

    def __init__(self, store: Store, registry: Registry, rooms: Rooms) -> None:
        self._store = store
        self._registry = registry
        self._rooms = rooms

    def screen(
        self,
        room: str,
        period: ScreeningPeriod | None = None,
        as_of: int | None = None,
        *,
        every: bool = False,
    ) -> list[ScreeningResult]:
        """Alarms and the monthly list of a room, by indicator and unit. every: all other units that can be tested, too.

        as_of: index of the last entry of the register that counts; None: the last one. Raises NoSuchRoom, NoSuchMoment,
        RecordDamaged, ResultDamaged.
        """
        if not self._store.caller.sees(room) or not self._rooms.appears(room):
            raise NoSuchRoom(f"Room {room} is not on record.", ROOMS)
        entries = self._entries(as_of)
        period = period or ScreeningPeriod()
        found: list[ScreeningResult] = []
        for year in self._years(room, period):
            kept = self._store.screening.of_year(room, year, entries)
            kept = [each for each in kept if period.has(each.statistics.day)]
            found += self._of_year(room, year, kept, entries - 1, every)
        return sorted(found, key=order_of_result)

    def _entries(self, as_of: int | None) -> int:
        entries = self._store.screening.entries()
        if as_of is None:
            return entries
        if not 0 <= as_of < entries:
            raise NoSuchMoment(
                f"The register has no entry {as_of}: its last one is {entries - 1}. Name an entry that it has, or none."
            )
        return as_of + 1

    def _years(self, room: str, period: ScreeningPeriod) -> Sequence[int]:
        years = self._store.screening.years(room)
        if period.first is None and period.last is None:
            return years[-1:]
        return [
            year
            for year in years
            if (period.first is None or period.first.year <= year)
            and (period.last is None or year <= period.last.year)
        ]

    def _of_year(
        self, room: str, year: int, kept: Sequence[KeptStatistics], as_of: int, every: bool
    ) -> list[ScreeningResult]:
        statistics = [each.statistics for each in kept]
        hands = FoundHands(self._store, self._registry, kept)
        units = beside_others([each for each in screened_year(statistics) if each.place is not None])
        noted = [each for each in units if is_noted(each)]
        found = [result_of_unit(each, room, year, SCREENING, as_of, hands.of_unit(each)) for each in noted]
        if every:
            rest = (each for each in units if not is_noted(each))
            found += [result_of_unit(each, room, year, SCREENING, as_of) for each in rest]
        repeated = repeated_deals(statistics)
        if any(each.alarm for each in repeated) or (every and repeated):
            since, shown = _since(repeated, statistics), hands.of_repeated(repeated)
            found.append(result_of_repeated(repeated, since, room, year, SCREENING, as_of, shown))
        return found


def _since(repeated: Iterable[RepeatedDeals], sessions: Iterable[SessionStatistics]) -> dt.date | None:
    """The gaming day on which the first pair of equal deals was complete."""
    days = {each.session: each.day for each in sessions}
    return min(
        (max(days[pair.session], days[pair.other]) for each in repeated for pair in each.pairs), default=None
    )
