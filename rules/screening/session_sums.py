"""Sums of a session by unit: what a room's year is added up from, a pure function of the session's statistics.

An entry is a unit of an indicator with its nano-nats, the nano-nats that its margins allow at most, and what an alarm of a pair
needs. Rows that sessions make together stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.hands import Ints
from rules.screening.across_sessions import PARTS
from rules.screening.indicator_catalogue import IndicatorEntry, indicators_by_code
from rules.screening.repeated_deals import SessionDeals, deals_of
from rules.screening.row_numbers import ALONE, NumberedRows, numbered
from rules.screening.session_statistics import SCREENING, SessionStatistics
from rules.screening.statistics import DifferenceRow, HeldRow, Row, Unit
from rules.screening.without_chance import Noticed
from rules.typed import from_json

SUMS = 3  # version of these sums
COMPARED = "repeats"  # the engine that compares sessions, and adds nothing up
_TOGETHER = (*PARTS, DifferenceRow)  # kinds of rows of which other sessions decide what evidence they are
_unit, _encode = from_json(Unit), msgspec.json.Encoder().encode


class UnitSums(Struct, frozen=True, array_like=True):
    """Entries of one indicator whose nano-nats have so many codings and tilts.

    units: their ids as JSON. numbers: of each, as 64-bit integers of little ends: its sums by coding and tilt, by coding what its
    margins allow at most under any tilt, strata, data towards the least, and of pairs hands, paid and others.
    """

    codings: int
    tilts: int
    units: list[str]
    numbers: bytes

    @property
    def table(self) -> Ints:
        """(units, columns) the numbers."""
        width = self.codings * (self.tilts + 1) + ALONE
        found: Ints = np.frombuffer(self.numbers, "<i8").reshape(len(self.units), width)
        return found


class SessionSums(Struct, frozen=True):
    """Sums of a session's statistics. units: by code; together: rows by code that sessions make together; held: last deals of
    the table; the rest is as in the statistics. version, sums: of the statistics, and of what is made of them. confirming:
    by code, of the rows that an alarm needs beyond E.
    """

    room: str
    session: str
    table: str
    day: date
    hands: int
    units: dict[str, list[UnitSums]]
    together: dict[str, list[Row]]
    deals: list[SessionDeals]
    held: list[HeldRow]
    failed: dict[str, str]
    untestable: dict[str, str]
    noticed: list[Noticed]
    version: int = SCREENING
    sums: int = SUMS
    confirming: dict[str, list[UnitSums]] = {}


def sums_of(statistics: SessionStatistics) -> SessionSums:
    """The sums of a session."""
    entries = indicators_by_code()
    added = {
        code: rows for code, rows in statistics.rows.items() if entries[code].indicator.engine != COMPARED
    }
    parted = {code: _parted(rows) for code, rows in added.items()}
    alone, together = ({code: each[side] for code, each in parted.items()} for side in (0, 1))
    confirming = {code: _confirming(entries[code], rows) for code, rows in alone.items()}
    parts = [(entries[code], rows) for each in (alone, confirming) for code, rows in each.items()]
    sums = sums_of_parts(parts)
    units, beyond = (dict(zip(added, each, strict=True)) for each in (sums[: len(added)], sums[len(added) :]))
    return SessionSums(
        statistics.room, statistics.session, statistics.table, statistics.day, statistics.hands,
        {code: each for code, each in units.items() if each}, {code: each for code, each in together.items() if each},
        deals_of(statistics), statistics.held, statistics.failed, statistics.untestable, statistics.noticed, statistics.version,
        confirming={code: each for code, each in beyond.items() if each},
    )  # fmt: skip


def _confirming(entry: IndicatorEntry, rows: Iterable[Row]) -> list[Row]:
    """Rows of the coding after the last one, which confirm an alarm, as of the first."""
    last = entry.indicator.codings
    return [replace(row, coding=0) for row in rows if row.coding == last]


def _parted(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Rows that are evidence alone, and those that sessions make together."""
    sides: tuple[list[Row], list[Row]] = ([], [])
    for row in rows:
        sides[type(row) in _TOGETHER].append(row)
    return sides


def unit_sums(entry: IndicatorEntry, rows: Sequence[Row]) -> list[UnitSums]:
    """Entries of the units of an indicator, as `sums_of_parts` makes them."""
    (found,) = sums_of_parts([(entry, rows)])
    return found


def sums_of_parts(parts: Iterable[tuple[IndicatorEntry, Sequence[Row]]]) -> list[list[UnitSums]]:
    """Entries of the units of each part, those of as many tilts together. A part: an indicator, and rows of one session or day,
    whose amounts are added up; those that only confirm an alarm are left out.
    """
    of_indicators = [(entry.indicator.codings, rows) for entry, rows in parts]
    rows = [[row for row in own if row.coding < codings] for codings, own in of_indicators]
    return [
        [_entries(codings, each) for each in own]
        for (codings, _), own in zip(of_indicators, numbered(rows), strict=True)
    ]


def _entries(codings: int, numbered_rows: NumberedRows) -> UnitSums:
    tilts, rows, numbers = numbered_rows
    place: dict[Unit, int] = {}
    of = [place.setdefault(row.unit, len(place)) for row in rows]
    units = [id_of(unit) for unit in place]
    order = sorted(range(len(units)), key=units.__getitem__)
    rank = np.empty(len(units), np.int64)
    rank[order] = np.arange(len(units))
    cells = rank[of] * codings + np.array([row.coding for row in rows])
    table = np.zeros((len(units) * codings, numbers.shape[1]), np.int64)
    by_cell = np.argsort(cells, kind="stable")
    ordered = cells[by_cell]
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    table[ordered[first]] = np.add.reduceat(numbers[by_cell], first)
    by_unit = table.reshape(len(units), codings, -1)
    alone = by_unit[:, :, tilts + 1 :].sum(axis=1)
    alone[:, 0] = np.maximum(alone[:, 0], 1)
    columns = [by_unit[:, :, :tilts].reshape(len(units), -1), by_unit[:, :, tilts], alone]
    return UnitSums(codings, tilts, [units[at] for at in order], np.hstack(columns).astype("<i8").tobytes())


def id_of(unit: Unit) -> str:
    """A unit as text, the same for the same unit."""
    return _encode(unit).decode()


@lru_cache(maxsize=1 << 16)
def unit_of(name: str) -> Unit:
    """The unit of such a text."""
    return _unit(name)
