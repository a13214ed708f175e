"""The screening of a room's calendar year: evidence of every unit, its place and limit, alarms and the monthly list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.screening.across_sessions import PARTS, Dated, rows_together
from rules.screening.engines.marked import MarkedStratum
from rules.screening.engines.marked_together import work_out_together
from rules.screening.indicator_catalogue import IndicatorEntry, indicators_by_code
from rules.screening.levelled_pairs import LevelledPairs
from rules.screening.monthly_list import RATE, listed
from rules.screening.places import limit_of, places
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DifferenceRow, MarkedRow, Row, Unit
from rules.screening.unit_totals import UnitTotals
from rules.screening.windows import SURE, ByDay, YearEvidence, combined, standing, year_evidence

_EPOCH = date(1970, 1, 1)
_OF_SESSIONS = "repeats"  # the engine that compares sessions, and adds nothing up


class ScreenedUnit(Struct, frozen=True, dict=True):
    """A unit of an indicator in a room's year.

    stands: E in a float. place, limit: None until it can be tested. since: the gaming day on which E reached the limit; None:
    no alarm. withheld: E reached it, and what else an alarm needs is missing.
    """

    entry: IndicatorEntry
    unit: Unit
    strata: int
    rows: Sequence[Row]
    days: ByDay
    stands: float
    place: int | None
    limit: int | None
    since: date | None
    withheld: bool = False
    listed: bool = False

    @cached_property
    def evidence(self) -> YearEvidence:
        """e of the year and of its windows, to 50 digits."""
        return year_evidence(self.days)


def screened_year(sessions: Iterable[SessionStatistics], until: date | None = None) -> list[ScreenedUnit]:
    """Every unit of the sessions of one room and year, by indicator and unit. The order of the sessions does not matter.

    until: the gaming day that has ended last, by which months have ended; None: that of the last session.
    """
    entries, found = indicators_by_code(), list[ScreenedUnit]()
    kept = list(sessions)
    work_out_together(_strata(kept))
    last = until or max((session.day for session in kept), default=_EPOCH)
    for code, units in sorted(_totals(kept, last).items()):
        found += _of_indicator(entries[code], units)
    return found


def _strata(sessions: Iterable[SessionStatistics]) -> Iterator[MarkedStratum]:
    """The tables of all rows, and those that their margins allow at most."""
    for session in sessions:
        for rows in session.rows.values():
            for row in rows:
                if isinstance(row, MarkedRow):
                    yield row.stratum
                    yield row.stratum.extreme


def _totals(sessions: Sequence[SessionStatistics], until: date) -> dict[str, dict[Unit, UnitTotals]]:
    entries = indicators_by_code()
    found: defaultdict[str, dict[Unit, UnitTotals]] = defaultdict(dict)
    parts: defaultdict[str, list[Dated]] = defaultdict(list)
    for session in sessions:
        for code, rows in session.rows.items():
            if entries[code].indicator.engine == _OF_SESSIONS:
                continue
            parts[code] += [(session.day, row) for row in rows if isinstance(row, PARTS)]
            for unit, own in _by_unit(rows, session.day.year).items():
                totals = found[code].setdefault(unit, UnitTotals(entries[code].indicator, unit))
                totals.add(session.day, own)
    for code, own_parts in parts.items():
        for day, row in rows_together(own_parts, until):
            found[code].setdefault(row.unit, UnitTotals(entries[code].indicator, row.unit)).add(day, [row])
    return found


def _by_unit(rows: Iterable[Row], year: int) -> dict[Unit, list[Row]]:
    """Rows of a session of a year that make evidence alone."""
    of: defaultdict[Unit, list[Row]] = defaultdict(list)
    for row in rows:
        if not isinstance(row, PARTS):
            of[row.unit].append(_within(row, year) if isinstance(row, DifferenceRow) else row)
    return of


def _within(row: DifferenceRow, year: int) -> DifferenceRow:
    """The row on the nearest day of its session's year: a box of 31 December that was counted on 1 January counts once."""
    nearest = min(max(row.day, date(year, 1, 1)), date(year, 12, 31))
    return row if nearest == row.day else replace(row, day=nearest)


def _of_indicator(entry: IndicatorEntry, units: Mapping[Unit, UnitTotals]) -> list[ScreenedUnit]:
    order = sorted(units)
    testable = {unit: day for unit in order if (day := units[unit].testable_from()) is not None}
    place = places(testable)
    days = [units[unit].sums() for unit in order]
    limits = [limit_of(place[unit]) if unit in place else None for unit in order]
    stands, since = _followed(days, limits)
    pairs = LevelledPairs(units)
    allowed = since
    if pairs.asked:
        _, allowed = _followed([pairs.levelled(*each) for each in zip(order, days, strict=True)], limits)
    on_list = _listed(
        {unit: (each, own) for unit, each, own in zip(order, stands, days, strict=True) if unit in place}
    )
    return [
        ScreenedUnit(
            entry, unit, units[unit].strata, units[unit].all_rows, by_day, stood, place.get(unit), limit,
            level if pairs.allow(unit) else None, reached is not None and not (level and pairs.allow(unit)),
            unit in on_list,
        )
        for unit, by_day, stood, limit, reached, level in zip(
            order, days, stands, limits, since, allowed, strict=True
        )
    ]  # fmt: skip


def _listed(testable: Mapping[Unit, tuple[float, ByDay]]) -> set[Unit]:
    """The units on the monthly list. One whose E is below 1 / q can be on none: its E counts as nothing."""
    least = float(1 / RATE) * (1 - SURE)
    evidence = [combined(days) if stood >= least else Decimal() for stood, days in testable.values()]
    units = list(testable)
    return {units[at] for at in listed(evidence)}


def _followed(days: Sequence[ByDay], limits: Sequence[int | None]) -> tuple[list[float], list[date | None]]:
    """E of each unit at the end, and the gaming day on which it reached its limit. Engines differ in their number of tilts."""
    stood, since = [1.0] * len(days), list[date | None]([None] * len(days))
    of_tilts: defaultdict[int, list[int]] = defaultdict(list)
    for place, by_day in enumerate(days):
        of_tilts[len(next(iter(by_day.values()))[0])].append(place)
    for alike in of_tilts.values():
        found = _followed_together([days[place] for place in alike], [limits[place] for place in alike])
        for place, e, day in zip(alike, *found, strict=True):
            stood[place], since[place] = e, day
    return stood, since


def _followed_together(
    days: Sequence[ByDay], limits: Sequence[int | None]
) -> tuple[list[float], list[date | None]]:
    """The same of units whose sums have the same tilts."""
    rows = [(unit, day) for unit, by_day in enumerate(days) for day in sorted(by_day)]
    unit = np.array([unit for unit, _ in rows], np.int64)
    day = np.array([(day - _EPOCH).days for _, day in rows], np.int64)
    stood = standing(unit, day, np.array([days[unit][day] for unit, day in rows], np.int64))
    limit = np.array([np.inf if each is None else each for each in limits])[unit]
    found: list[date | None] = [None] * len(days)
    for at in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():
        which, when = rows[at]
        if found[which] is None and (
            stood[at] >= limit[at] * (1 + SURE) or _is_reached(days[which], when, limit[at])
        ):
            found[which] = when
    last = np.searchsorted(unit, np.arange(len(days)), side="right") - 1
    return stood[last].tolist(), found


def _is_reached(days: ByDay, last: date, limit: float) -> bool:
    return combined({day: sums for day, sums in days.items() if day <= last}) >= Decimal(limit)
