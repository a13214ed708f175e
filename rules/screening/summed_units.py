"""Units of an indicator over a year, added up from the sums of its sessions, in arrays.

Rows are of a unit and gaming day, unit after unit in the order in which they came, the days ascending within a unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property

import numpy as np

from rules.hands import Flags, Ints
from rules.screening.levelled_pairs import PaidInAll
from rules.screening.row_numbers import ALONE
from rules.screening.session_sums import UnitSums, unit_of
from rules.screening.statistics import Unit
from rules.screening.unit_totals import TESTABLE
from rules.screening.windows import Codings, Floats, running, standing

EPOCH = date(1970, 1, 1)
_FIRST = (date.min - EPOCH).days
_DAYS = (date.max - date.min).days + 1


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
    """Units with their rows (R,): position of the unit, gaming day, sums and most (R, C, T), strata and data."""

    def __init__(self, parts: Sequence[tuple[date, UnitSums]]) -> None:
        """parts: entries by gaming day, all of as many codings and tilts."""
        names = [name for _, part in parts for name in part.units]
        self._names = list(dict.fromkeys(names))
        place = {name: at for at, name in enumerate(self._names)}
        self._units: dict[int, Unit] = {}
        day = np.repeat([(day - EPOCH).days for day, _ in parts], [len(part.units) for _, part in parts])
        table = np.concatenate([part.table for _, part in parts])
        self._add_up(np.array([*map(place.__getitem__, names)], np.int64), day, table, parts[0][1])

    def __len__(self) -> int:
        return len(self._names)

    def unit(self, place: int) -> Unit:
        """The id of a unit."""
        found = self._units.get(place)
        if found is None:
            found = self._units[place] = unit_of(self._names[place])
        return found

    def _add_up(self, unit: Ints, day: Ints, table: Ints, like: UnitSums) -> None:
        key = unit * _DAYS + (day - _FIRST)
        order = np.argsort(key, kind="stable")
        key = key[order]
        first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
        added = np.add.reduceat(table[order], first, axis=0)
        self.unit_of_row, self.day = key[first] // _DAYS, key[first] % _DAYS + _FIRST
        cells = like.codings * like.tilts
        shape = (len(first), like.codings, like.tilts)
        self.sums, self.most = added[:, :cells].reshape(shape), added[:, cells : 2 * cells].reshape(shape)
        self.alone = added[:, -ALONE:]

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

    def of_at_least(self, nats: int) -> Ints:
        """Units of which the logarithm of E may have been so large on some day, in nano-nats above zero.

        No window has a larger sum than what a unit's days have above zero together.
        """
        most = np.add.reduceat(np.maximum(self.sums, 0), self.starts[:-1]).max(axis=(1, 2))
        found: Ints = np.flatnonzero(most >= nats)
        return found

    def standing(self, units: Ints) -> tuple[Ints, Floats]:
        """Rows of some units, ascending, with E as it stood on their days."""
        rows = np.flatnonzero(np.isin(self.unit_of_row, units))
        nth = np.searchsorted(units, self.unit_of_row[rows])
        return rows, standing(nth, self.day[rows], self.sums[rows])

    def pairs(self) -> dict[Unit, PaidInAll]:
        """Payments of each pair, where the units are pairs with hands."""
        paid = np.add.reduceat(self.alone[:, 2:], self.starts[:-1], axis=0).tolist()
        return {self.unit(at): PaidInAll(*each) for at, each in enumerate(paid) if each[0]}

    def testable(self, least: int) -> dict[int, date]:
        """Units with the gaming day on which their margins first allow an alarm, or the least of data was there."""
        rows = np.flatnonzero(self._enough(least))
        units, first = np.unique(self.unit_of_row[rows], return_index=True)
        days = self.day[rows[first]].tolist()
        return {unit: EPOCH + timedelta(days=day) for unit, day in zip(units.tolist(), days, strict=True)}

    def _enough(self, least: int) -> Flags:
        """(R,) rows up to which there was the least of data, or the margins allow an alarm."""
        if least:
            found: Flags = running(self.unit_of_row, self.alone[:, 1]) >= least
        else:
            found = np.any(running(self.unit_of_row, self.most) >= TESTABLE, axis=(1, 2))
        return found
