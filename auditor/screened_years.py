"""Years of rooms that were screened last, by the digests of the statistics that they rest on: lists and pages ask again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from msgspec import Struct

from auditor.store.stored_screening import KeptStatistics
from rules.screening.repeated_deals import RepeatedDeals, repeated_deals
from rules.screening.room_year import ScreenedUnit, screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.shown_alarms import beside_others

_MOST = 4  # years that are kept in memory


class ScreenedYear(Struct, frozen=True):
    """Units of a room's year that can be tested, with the alarms that are shown; and deals in two sessions."""

    units: Sequence[ScreenedUnit]
    repeated: Sequence[RepeatedDeals]


class ScreenedYears:
    """Years by what they rest on, for all callers of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._years: OrderedDict[tuple[str, ...], ScreenedYear] = OrderedDict()

    def of(self, kept: Sequence[KeptStatistics]) -> ScreenedYear:
        """The year of some sessions."""
        key = tuple(sorted(each.sha256 for each in kept))
        with self._lock:
            found = self._years.get(key)
            if found is not None:
                self._years.move_to_end(key)
                return found
        made = _screened([each.statistics for each in kept])
        with self._lock:
            self._years[key] = made
            while len(self._years) > _MOST:
                self._years.popitem(last=False)
        return made


def _screened(statistics: Sequence[SessionStatistics]) -> ScreenedYear:
    testable = [each for each in screened_year(statistics) if each.place is not None]
    return ScreenedYear(beside_others(testable), repeated_deals(statistics))
