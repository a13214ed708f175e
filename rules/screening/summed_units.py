"""Units of an indicator over a year, added up from the sums of its sessions, in arrays.

Rows are of a unit and gaming day, unit after unit in the order in which they came, the days ascending within a unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from itertools import chain, count

import numpy as np

from rules.hands import Flags, Ints
from rules.screening.evidence_at_most import e_at_most
from rules.screening.levelled_pairs import PaidInAll
from rules.screening.row_numbers import ALONE
from rules.screening.session_sums import UnitSums, unit_of
from rules.screening.statistics import Unit
from rules.screening.unit_totals import TESTABLE
from rules.screening.windows import Codings, Floats, running, standing

EPOCH = date(1970, 1, 1)


class SummedDays(Mapping[date, Codings]):
    """Nano-nats of a unit by gaming day, coding and tilt, read from the arrays when they are asked for."""

    def __init__(self, units: SummedUnits, place: int) -> None:
        self._units = units
        self._place = place

    @cached_property
    def _of(self) -> dict[date, Codings]:
        rows = self._units.rows(self._place)
        days, sums = self._units.day[rows].tolist(), self._units.sums[rows].tolist()
        return {
            EPOCH + timedelta(days=day): tuple(map(tuple, own)) for day, own in zip(days, sums, strict=True)
        }

    def __getitem__(self, day: date) -> Codings:
        return self._of[day]

    def __iter__(self) -> Iterator[date]:
        return iter(self._of)

    def __len__(self) -> int:
        rows = self._units.rows(self._place)
        return int(rows.stop - rows.start)


class SummedUnits:
    """Units with their rows (R,): position of the unit, gaming day, sums (R, C, T), most (R, C), strata and data."""

    def __init__(self, parts: Sequence[tuple[date, UnitSums]]) -> None:
        """parts: entries by gaming day, all of as many codings and tilts."""
        by_day = sorted(parts, key=lambda each: each[0])
        place: defaultdict[str, int] = defaultdict(count().__next__)
        names = chain.from_iterable(part.units for _, part in by_day)
        unit = np.fromiter(map(place.__getitem__, names), np.int64)
        self._names = [*place]
        self._units: dict[int, Unit] = {}
        day = np.repeat([(day - EPOCH).days for day, _ in by_day], [len(part.units) for _, part in by_day])
        self._add_up(unit, day, np.concatenate([part.table for _, part in by_day]), parts[0][1])

    def __len__(self) -> int:
        return len(self._names)

    def unit(self, place: int) -> Unit:
        """The id of a unit."""
        found = self._units.get(place)
        if found is None:
            found = self._units[place] = unit_of(self._names[place])
        return found

    def _add_up(self, unit: Ints, day: Ints, table: Ints, like: UnitSums) -> None:
        """Rows come in the order of their days."""
        order = np.argsort(unit.astype(np.min_scalar_type(len(self))), kind="stable")  # of few bits by radix
        unit, day, table = unit[order], day[order], table[order]
        is_first = np.concatenate(([True], (unit[1:] != unit[:-1]) | (day[1:] != day[:-1])))
        first = np.flatnonzero(is_first)
        added = table if is_first.all() else np.add.reduceat(table, first, axis=0)
        self.unit_of_row, self.day = unit[first], day[first]
        cells = like.codings * like.tilts
        self.sums = added[:, :cells].reshape(len(first), like.codings, like.tilts)
        self.most, self.alone = added[:, cells:-ALONE], added[:, -ALONE:]

    @cached_property
    def starts(self) -> Ints:
        """(U + 1,) the first row of each unit, and the end."""
        found: Ints = np.searchsorted(self.unit_of_row, np.arange(len(self) + 1))
        return found

    @cached_property
    def strata(self) -> list[int]:
        """Strata of each unit."""
        found: list[int] = np.add.reduceat(self.alone[:, 0], self.starts[:-1]).tolist()
        return found

    def rows(self, place: int) -> slice:
        """The rows of a unit."""
        return slice(self.starts[place], self.starts[place + 1])

    def days(self, place: int) -> SummedDays:
        """Sums of a unit by gaming day."""
        return SummedDays(self, place)

    def hands(self, place: int) -> dict[date, int]:
        """Hands of a pair by gaming day."""
        rows = self.rows(place)
        days, hands = self.day[rows].tolist(), self.alone[rows, 2].tolist()
        return {EPOCH + timedelta(days=day): each for day, each in zip(days, hands, strict=True)}

    @cached_property
    def stands(self) -> list[float]:
        """E of each unit at the end of the year."""
        found: list[float] = standing(self.unit_of_row, self.day, self.sums)[self.starts[1:] - 1].tolist()
        return found

    @cached_property
    def at_most(self) -> Floats:
        """(U,) a bound of E of each unit on every day."""
        return e_at_most(self.unit_of_row, self.sums)

    def standing(self, units: Ints) -> tuple[Ints, Floats]:
        """Rows of some units, ascending, with E as it stood on their days."""
        rows = np.flatnonzero(np.isin(self.unit_of_row, units))
        nth = np.searchsorted(units, self.unit_of_row[rows])
        return rows, standing(nth, self.day[rows], self.sums[rows])

    def pairs(self) -> dict[Unit, PaidInAll]:
        """Payments of each pair, where the units are pairs with hands."""
        paid = np.add.reduceat(self.alone[:, 2:], self.starts[:-1], axis=0).tolist()
        return {self.unit(at): PaidInAll(*each) for at, each in enumerate(paid) if each[0]}

    def testable(self, least: int) -> tuple[Ints, Ints]:
        """Units, ascending, whose margins allow an alarm, or that have the least of data; and the first gaming day with that."""
        rows = np.flatnonzero(self._enough(least))
        units = self.unit_of_row[rows]
        first = np.flatnonzero(np.diff(units, prepend=-1))
        return units[first], self.day[rows[first]]

    def _enough(self, least: int) -> Flags:
        """(R,) rows up to which there was the least of data, or the margins allow an alarm."""
        if least:
            found: Flags = running(self.unit_of_row, self.alone[:, 1]) >= least
        else:
            found = np.any(running(self.unit_of_row, self.most) >= TESTABLE, axis=1)
        return found
