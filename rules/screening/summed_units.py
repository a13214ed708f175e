"""Units of an indicator over a year, added up from the sums of its sessions, in arrays.

Rows are of a unit and gaming day, the units in order, the days ascending within a unit.
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
from rules.screening.windows import Codings, running

EPOCH = date(1970, 1, 1)
_FIRST = (date.min - EPOCH).days
_DAYS = (date.max - date.min).days + 1


class SummedDays(Mapping[date, Codings]):
    """Nano-nats of a unit by gaming day, coding and tilt, read from the arrays when they are asked for."""

    def __init__(self, day: Ints, sums: Ints) -> None:
        """day: (R,) since 1970-01-01, ascending; sums: (R, C, T)."""
        self._day = day
        self._sums = sums

    @cached_property
    def _of(self) -> dict[date, Codings]:
        days, sums = self._day.tolist(), self._sums.tolist()
        return {
            EPOCH + timedelta(days=day): tuple(map(tuple, own)) for day, own in zip(days, sums, strict=True)
        }

    def __getitem__(self, day: date) -> Codings:
        return self._of[day]

    def __iter__(self) -> Iterator[date]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._day)


class SummedUnits:
    """Units with their rows (R,): position of the unit, gaming day, sums and most (R, C, T), strata and data."""

    def __init__(self, parts: Sequence[tuple[date, UnitSums]]) -> None:
        """parts: entries by gaming day, all of as many codings and tilts."""
        place: dict[str, int] = {}
        named = [place.setdefault(name, len(place)) for _, part in parts for name in part.units]
        units = [unit_of(name) for name in place]
        order = sorted(range(len(units)), key=units.__getitem__)
        rank = np.empty(len(units), np.int64)
        rank[order] = np.arange(len(units))
        self.units: list[Unit] = [units[at] for at in order]
        day = np.repeat([(day - EPOCH).days for day, _ in parts], [len(part.units) for _, part in parts])
        table = np.concatenate([part.table for _, part in parts])
        self._add_up(rank[np.array(named, np.int64)], day, table, parts[0][1])

    def _add_up(self, unit: Ints, day: Ints, table: Ints, like: UnitSums) -> None:
        key = unit * _DAYS + (day - _FIRST)
        order = np.argsort(key, kind="stable")
        key = key[order]
        first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
        added = np.add.reduceat(table[order], first, axis=0)
        self.unit, self.day = key[first] // _DAYS, key[first] % _DAYS + _FIRST
        cells = like.codings * like.tilts
        shape = (len(first), like.codings, like.tilts)
        self.sums, self.most = added[:, :cells].reshape(shape), added[:, cells : 2 * cells].reshape(shape)
        self.alone = added[:, -ALONE:]

    @cached_property
    def starts(self) -> Ints:
        """(U + 1,) the first row of each unit, and the end."""
        found: Ints = np.searchsorted(self.unit, np.arange(len(self.units) + 1))
        return found

    @cached_property
    def strata(self) -> list[int]:
        """Strata of each unit."""
        found: list[int] = np.add.reduceat(self.alone[:, 0], self.starts[:-1]).tolist()
        return found

    def days(self, place: int) -> SummedDays:
        """Sums of a unit by gaming day."""
        rows = slice(self.starts[place], self.starts[place + 1])
        return SummedDays(self.day[rows], self.sums[rows])

    def hands(self, place: int) -> dict[date, int]:
        """Hands of a pair by gaming day."""
        rows = slice(self.starts[place], self.starts[place + 1])
        days, hands = self.day[rows].tolist(), self.alone[rows, 2].tolist()
        return {EPOCH + timedelta(days=day): each for day, each in zip(days, hands, strict=True)}

    def pairs(self) -> dict[Unit, PaidInAll]:
        """Payments of each pair, where the units are pairs with hands."""
        if not self.alone[:, 2].any():
            return {}
        paid = np.add.reduceat(self.alone[:, 2:], self.starts[:-1], axis=0).tolist()
        return {unit: PaidInAll(*each) for unit, each in zip(self.units, paid, strict=True) if each[0]}

    def testable(self, least: int) -> dict[Unit, date]:
        """Units with the gaming day on which their margins first allow an alarm, or the least of data was there."""
        rows = np.flatnonzero(self._enough(least))
        units, first = np.unique(self.unit[rows], return_index=True)
        days = self.day[rows[first]].tolist()
        return {
            self.units[unit]: EPOCH + timedelta(days=day)
            for unit, day in zip(units.tolist(), days, strict=True)
        }

    def _enough(self, least: int) -> Flags:
        """(R,) rows up to which there was the least of data, or the margins allow an alarm."""
        if least:
            found: Flags = running(self.unit, self.alone[:, 1]) >= least
        else:
            found = np.any(running(self.unit, self.most) >= TESTABLE, axis=(1, 2))
        return found
