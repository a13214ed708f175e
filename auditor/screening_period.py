"""Gaming days of which a room's screening is asked, and what it says of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec import Struct

from auditor.screened_facts import ListedFacts
from auditor.screened_years import ScreenedSessions
from auditor.store.kept_statistics import KeptStatistics
from rules.screening.screening_result import ScreeningResult


class ScreeningPeriod(Struct, frozen=True):
    """Gaming days that are screened, both included. None: no bound; without both, the year of the last day on record."""

    first: dt.date | None = None
    last: dt.date | None = None

    def has(self, day: dt.date) -> bool:
        """Whether a gaming day is in it."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def calendar_year(year: int) -> ScreeningPeriod:
    """The gaming days of a calendar year."""
    return ScreeningPeriod(dt.date(year, 1, 1), dt.date(year, 12, 31))


class AskedStatistics(Struct, frozen=True):
    """Statistics of a room's gaming days, by calendar year, as of a number of entries in the register."""

    days: ScreeningPeriod
    entries: int
    years: Mapping[int, Sequence[KeptStatistics]]

    @property
    def kept(self) -> list[KeptStatistics]:
        """The statistics of all years."""
        return [*chain.from_iterable(self.years.values())]


class ScreenedPeriod(Struct, frozen=True):
    """Results of a room's gaming days, by indicator and unit; the sessions that they rest on; facts without a chance."""

    results: Sequence[ScreeningResult]
    tested: ScreenedSessions
    noticed: ListedFacts
