"""Evidence of an indicator's units as it stood on each gaming day: places and limits, when E reached them, the monthly list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
from msgspec import Struct

from rules.hands import Ints
from rules.screening.indicator import Indicator
from rules.screening.levelled_pairs import LevelledPairs
from rules.screening.monthly_list import RATE, listed, sure_number
from rules.screening.places import limit_of, places
from rules.screening.session_sums import UnitSums
from rules.screening.statistics import Unit
from rules.screening.summed_units import EPOCH, SummedUnits
from rules.screening.windows import SURE, ByDay, Floats, combined, standing

_LEAST = float(1 / RATE) * (1 - SURE)  # E of a unit on the monthly list, and less


class UnitStanding(Struct, frozen=True):
    """A unit at the end of a year. since, withheld, listed, stands: as of ScreenedUnit."""

    unit: Unit
    strata: int
    days: ByDay
    stands: float
    place: int | None
    limit: int | None
    since: date | None
    withheld: bool
    listed: bool


class _Followed(Struct, frozen=True):
    """E of units at the end of the year, and the gaming day on which E reached the limit."""

    stands: Sequence[float]
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
        testable = [each.testable(indicator.least) for each in self._groups]
        self._place = places({unit: day for each in testable for unit, day in each.items()})
        self._pairs = LevelledPairs(
            {unit: paid for each in self._groups for unit, paid in each.pairs().items()}
        )

        group = SummedUnits(confirming) if confirming else None
        self._confirming = (
            {unit: group.days(place) for place, unit in enumerate(group.units)} if group else {}
        )

    def units(self) -> list[UnitStanding]:
        """Every unit, in order."""
        followed = [self._followed(group) for group in self._groups]
        on_list = self._listed(followed)
        found = [
            self._standing(group, place, own, group.units[place] in on_list)
            for group, own in zip(self._groups, followed, strict=True)
            for place in range(len(group.units))
        ]
        return sorted(found, key=lambda each: each.unit) if len(self._groups) > 1 else found

    def _standing(self, group: SummedUnits, place: int, followed: _Followed, is_listed: bool) -> UnitStanding:
        unit, reached = group.units[place], followed.reached.get(place)
        limit = self._limit(unit)
        since = self._allowed(group, place, limit) if reached is not None and limit is not None else None
        return UnitStanding(
            unit, group.strata[place], group.days(place), followed.stands[place], self._place.get(unit), limit, since,
            reached is not None and since is None, is_listed,
        )  # fmt: skip

    def _limit(self, unit: Unit) -> int | None:
        place = self._place.get(unit)
        return None if place is None else limit_of(place)

    def _followed(self, group: SummedUnits) -> _Followed:
        limits = [limit or np.inf for limit in map(self._limit, group.units)]
        stood = standing(group.unit, group.day, group.sums)
        reached = dict(_reached(group.unit, group.day, stood, limits, group.days))
        return _Followed(stood[group.starts[1:] - 1].tolist(), reached)

    def _allowed(self, group: SummedUnits, place: int, limit: int) -> date | None:
        """The gaming day of the alarm of a unit whose E reached the limit; None: what else it needs is missing.

        What is taken off of a pair makes E no larger, so that no other unit is asked.
        """
        unit = group.units[place]
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
            unit: (own.stands[place], group, place)
            for group, own in zip(self._groups, followed, strict=True)
            for place, unit in enumerate(group.units)
            if own.stands[place] >= _LEAST and unit in self._place
        }
        units = sorted(possible, key=lambda unit: -possible[unit][0])
        number = sure_number([possible[unit][0] for unit in units], len(self._place))
        if number is not None:
            return set(units[:number])
        evidence = [combined(group.days(place)) for _, group, place in map(possible.__getitem__, units)]
        return {units[at] for at in listed(evidence, len(self._place))}


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
