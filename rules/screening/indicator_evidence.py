"""Evidence of an indicator's units as it stood on each gaming day: places and limits, when E reached them, the monthly list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from math import floor, log

import numpy as np
from msgspec import Struct

from rules.hands import Ints
from rules.screening.indicator import Indicator
from rules.screening.levelled_pairs import LevelledPairs
from rules.screening.monthly_list import RATE, listed, sure_number
from rules.screening.nano_nats import NANO
from rules.screening.places import limit_of, places
from rules.screening.session_sums import UnitSums
from rules.screening.statistics import Unit
from rules.screening.summed_units import EPOCH, SummedUnits
from rules.screening.windows import SURE, ByDay, Floats, combined, standing

_LEAST_NATS = floor(NANO * log(1 / RATE))  # of units on the list; limits are larger


class UnitStanding(Struct, frozen=True):
    """A unit at the end of a year: the unit at a place among all of as many tilts. place, since, withheld, listed: as of
    ScreenedUnit.
    """

    among: SummedUnits
    at: int
    unit: Unit
    place: int | None
    limit: int | None
    since: date | None
    withheld: bool
    listed: bool


class _Followed(Struct, frozen=True):
    """E at the end of the year of units for which it may be on the list or reached the limit, and when it reached that."""

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
        testable = [each.testable(indicator.least) for each in self._groups]
        self._place = places(
            {
                group.unit(at): day
                for group, own in zip(self._groups, testable, strict=True)
                for at, day in own.items()
            }
        )
        self._testable = [[*each] for each in testable]
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
        followed = [self._followed(*each) for each in zip(self._groups, self._testable, strict=True)]
        on_list = self._listed(followed)
        found = [
            self._standing(group, at, own, group.unit(at) in on_list)
            for group, own, known in zip(self._groups, followed, self._testable, strict=True)
            for at in (known if testable else range(len(group)))
        ]
        return sorted(found, key=lambda each: each.unit)

    def _standing(self, group: SummedUnits, at: int, followed: _Followed, is_listed: bool) -> UnitStanding:
        unit, reached = group.unit(at), at in followed.reached
        place = self._place.get(unit)
        limit = None if place is None else limit_of(place)
        since = self._allowed(group, at, limit_of(self._place[unit])) if reached else None
        return UnitStanding(group, at, unit, place, limit, since, reached and since is None, is_listed)

    def _followed(self, group: SummedUnits, testable: Sequence[int]) -> _Followed:
        """E of the units that may be on the list or have an alarm."""
        units = np.intersect1d(group.of_at_least(_LEAST_NATS), testable)
        names = units.tolist()
        if not names:
            return _Followed({}, {})
        limits = [limit_of(self._place[group.unit(at)]) for at in names]
        rows, stood = group.standing(units)
        nth = np.searchsorted(units, group.unit_of_row[rows])
        last = np.append(np.flatnonzero(np.diff(nth)), len(nth) - 1)
        reached = _reached(nth, group.day[rows], stood, limits, lambda at: group.days(names[at]))
        return _Followed(
            dict(zip(names, stood[last].tolist(), strict=True)), {names[at]: day for at, day in reached}
        )

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
            group.unit(at): (stands, group, at)
            for group, own in zip(self._groups, followed, strict=True)
            for at, stands in own.stands.items()
        }
        units = sorted(possible, key=lambda unit: -possible[unit][0])
        number = sure_number([possible[unit][0] for unit in units], len(self._place))
        if number is not None:
            return set(units[:number])
        evidence = [combined(group.days(at)) for _, group, at in map(possible.__getitem__, units)]
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
