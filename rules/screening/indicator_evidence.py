"""Evidence of an indicator's units as it stood on each gaming day: places and limits, when E reached them, the monthly list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from itertools import chain
from math import inf

import numpy as np
from msgspec import Struct

from rules.hands import Ints
from rules.screening.indicator import Indicator
from rules.screening.levelled_pairs import LevelledPairs
from rules.screening.monthly_list import least_listed, listed, sure_number
from rules.screening.places import limit_of, places
from rules.screening.session_sums import UnitSums
from rules.screening.statistics import Unit
from rules.screening.summed_units import EPOCH, SummedUnits
from rules.screening.windows import SURE, ByDay, Floats, combined, standing


class UnitStanding(Struct, frozen=True):
    """A unit at the end of a year: the unit at a place among all of as many tilts. place, since, withheld, listed: as of
    ScreenedUnit.
    """

    among: SummedUnits
    at: int
    unit: Unit
    place: int | None = None
    limit: int | None = None
    since: date | None = None
    withheld: bool = False
    listed: bool = False


class _Testable(Struct, frozen=True):
    """Units that can be tested, of as many tilts: their positions, ascending, their ids, places and limits."""

    among: SummedUnits
    at: Ints
    units: list[Unit]
    places: list[int]
    limits: list[int]


class _Followed(Struct, frozen=True):
    """E at the end of the year of units for which it may be on the list or reached the limit, and when it reached that; both by
    position.
    """

    stands: Mapping[int, float]
    reached: Mapping[int, date]


class IndicatorEvidence:
    """Evidence of the units of an indicator in a room's year."""

    def __init__(
        self,
        indicator: Indicator,
        parts: Sequence[tuple[date, UnitSums]],
        confirming: Sequence[tuple[date, UnitSums]] = (),
    ) -> None:
        """parts: entries by gaming day. confirming: those of the same units that an alarm needs beyond E."""
        of: defaultdict[tuple[int, int], list[tuple[date, UnitSums]]] = defaultdict(list)
        for day, part in parts:
            of[part.codings, part.tilts].append((day, part))
        self._groups = [SummedUnits(of[kind]) for kind in sorted(of)]
        self._testable = _testable(self._groups, indicator.least)
        self._number = sum(len(each.units) for each in self._testable)
        self._needed = confirming

    @cached_property
    def _pairs(self) -> LevelledPairs:
        return LevelledPairs({unit: paid for each in self._groups for unit, paid in each.pairs().items()})

    @cached_property
    def _confirming(self) -> dict[Unit, ByDay]:
        group = SummedUnits(self._needed) if self._needed else None
        return {} if group is None else {group.unit(at): group.days(at) for at in range(len(group))}

    def units(self, *, testable: bool = False) -> list[UnitStanding]:
        """Every unit, in order. testable: those alone that can be tested."""
        least = self._least_listed()
        followed = [_followed(each, least) for each in self._testable]
        on_list = self._listed(followed)
        found = [
            each
            for own, known in zip(self._testable, followed, strict=True)
            for each in self._standing(own, known, on_list)
        ]
        if not testable:
            found += _untestable(self._testable)
        return sorted(found, key=lambda each: [*chain.from_iterable(each.unit)])

    def _standing(
        self, own: _Testable, followed: _Followed, on_list: Collection[Unit]
    ) -> Iterator[UnitStanding]:
        """The units that can be tested."""
        for at, unit, place, limit in zip(own.at.tolist(), own.units, own.places, own.limits, strict=True):
            if at in followed.stands:
                reached = at in followed.reached
                since = self._allowed(own.among, at, limit) if reached else None
                withheld = reached and since is None
                yield UnitStanding(own.among, at, unit, place, limit, since, withheld, unit in on_list)
            else:
                yield UnitStanding(own.among, at, unit, place, limit)

    def _least_listed(self) -> float:
        """E that each unit on the monthly list has, by the bounds of all."""
        bounds = [each.among.at_most[each.at] for each in self._testable]
        return least_listed(np.concatenate(bounds), self._number) if bounds else inf

    def _allowed(self, group: SummedUnits, place: int, limit: int) -> date | None:
        """The gaming day of the alarm of a unit whose E reached the limit; None: what else it needs is missing.

        What is taken off of a pair makes E no larger, so that no other unit is asked.
        """
        unit = group.unit(place)
        if not self._pairs.allow(unit):
            return None
        needed = [self._pairs.levelled(unit, group.days(place), group.hands(place))]
        if unit in self._confirming:
            needed.append(self._confirming[unit])
        found = [_day_reached(days, limit) for days in needed]
        reached = [day for day in found if day is not None]
        return max(reached) if len(reached) == len(found) else None

    def _listed(self, followed: Sequence[_Followed]) -> set[Unit]:
        """The units on the monthly list; one whose E is below 1 / q can be on none.

        Decimal arithmetic decides where floats cannot.
        """
        possible = {
            own.among.unit(at): (stands, own.among, at)
            for own, known in zip(self._testable, followed, strict=True)
            for at, stands in known.stands.items()
        }
        units = sorted(possible, key=lambda unit: -possible[unit][0])
        number = sure_number([possible[unit][0] for unit in units], self._number)
        if number is not None:
            return set(units[:number])
        evidence = [combined(group.days(at)) for _, group, at in map(possible.__getitem__, units)]
        return {units[at] for at in listed(evidence, self._number)}


def _testable(groups: Sequence[SummedUnits], least: int) -> list[_Testable]:
    """Units of each group that can be tested, with their places among those of all groups."""
    days, known = dict[Unit, int](), []
    for group in groups:
        at, first = group.testable(least)
        units = [group.unit(each) for each in at.tolist()]
        known.append((group, at, units))
        days.update(zip(units, first.tolist(), strict=True))
    place = places(days)
    numbers = [[place[unit] for unit in units] for *_, units in known]
    return [
        _Testable(*each, own, [limit_of(number) for number in own])
        for each, own in zip(known, numbers, strict=True)
    ]


def _untestable(testable: Iterable[_Testable]) -> Iterator[UnitStanding]:
    """The other units."""
    for own in testable:
        for at in np.setdiff1d(np.arange(len(own.among)), own.at).tolist():
            yield UnitStanding(own.among, at, own.among.unit(at))


def _followed(own: _Testable, listed_from: float) -> _Followed:
    """E of the units that may be on the list, or have an alarm. listed_from: E that each on the list has."""
    alarm = np.array(own.limits, np.float64)
    possible = own.among.at_most[own.at] >= np.minimum(alarm, listed_from) * (1 - SURE)
    units, limits = own.at[possible], alarm[possible].tolist()
    names = units.tolist()
    if not names:
        return _Followed({}, {})
    rows, stood = own.among.standing(units)
    nth = np.searchsorted(units, own.among.unit_of_row[rows])
    last = np.append(np.flatnonzero(np.diff(nth)), len(nth) - 1)
    reached = _reached(nth, own.among.day[rows], stood, limits, lambda at: own.among.days(names[at]))
    return _Followed(
        dict(zip(names, stood[last].tolist(), strict=True)), {names[at]: day for at, day in reached}
    )


def _reached(
    unit: Ints, day: Ints, stood: Floats, limits: Sequence[float], days_of: Callable[[int], ByDay]
) -> Iterator[tuple[int, date]]:
    """Units with the gaming day on which E reached the limit. Decimal arithmetic decides where floats cannot."""
    limit, done = np.array(limits, np.float64)[unit], set[int]()  # a limit itself is exact
    for row in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():
        which, when = int(unit[row]), EPOCH + timedelta(days=int(day[row]))
        if which in done:
            continue
        if stood[row] >= limit[row] * (1 + SURE) or _is_reached(days_of(which), when, limits[which]):
            done.add(which)
            yield which, when


def _day_reached(days: ByDay, limit: int) -> date | None:
    """The gaming day on which E of one unit reached the limit."""
    order = sorted(days)
    day, nobody = np.array([(each - EPOCH).days for each in order]), np.zeros(len(order), np.int64)
    stood = standing(nobody, day, np.array([days[each] for each in order], np.int64))
    return dict(_reached(nobody, day, stood, [limit], lambda _: days)).get(0)


def _is_reached(days: ByDay, last: date, limit: float) -> bool:
    return combined({day: sums for day, sums in days.items() if day <= last}) >= Decimal(limit)
