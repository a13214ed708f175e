"""Sums of a session by unit: what a room's year is added up from, a pure function of the session's statistics.

An entry is a unit of an indicator with its nano-nats, the nano-nats that its margins allow at most, and what an alarm of a pair
needs. Rows that sessions make together stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.hands import Ints
from rules.screening.across_sessions import PARTS
from rules.screening.engines.marked import MarkedStratum
from rules.screening.engines.marked_together import work_out_together
from rules.screening.indicator_catalogue import IndicatorEntry, indicators_by_code
from rules.screening.repeated_deals import SessionDeals, deals_of
from rules.screening.session_statistics import SCREENING, SessionStatistics
from rules.screening.statistics import DifferenceRow, HeldRow, MarkedRow, PairRow, Row, Unit
from rules.screening.unit_evidence import logs_of_row
from rules.screening.unit_totals import data_of, extreme_logs
from rules.screening.without_chance import Noticed
from rules.typed import from_json

SUMS = 2  # version of these sums
COMPARED = "repeats"  # the engine that compares sessions, and adds nothing up
ALONE = 5  # columns of an entry beside its nano-nats: strata, data, and of pairs hands, paid, others
_TOGETHER = (*PARTS, DifferenceRow)
_unit = from_json(Unit)


class UnitSums(Struct, frozen=True, array_like=True):
    """Entries of one indicator whose nano-nats have so many codings and tilts.

    units: their ids as JSON. numbers: of each, as 64-bit integers of little ends: its sums by coding and tilt, the same as its
    margins allow at most, strata, data towards the least, and of pairs hands, paid and others.
    """

    codings: int
    tilts: int
    units: list[str]
    numbers: bytes

    @property
    def table(self) -> Ints:
        """(units, columns) the numbers."""
        width = 2 * self.codings * self.tilts + ALONE
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
    work_out_together(strata_of(added.values()))
    units, confirming = (
        {code: unit_sums(entries[code], _alone(entries[code], rows, confirm)) for code, rows in added.items()}
        for confirm in (False, True)
    )
    together = {code: [row for row in rows if is_made_together(row)] for code, rows in added.items()}
    return SessionSums(
        statistics.room, statistics.session, statistics.table, statistics.day, statistics.hands,
        {code: each for code, each in units.items() if each}, {code: each for code, each in together.items() if each},
        deals_of(statistics), statistics.held, statistics.failed, statistics.untestable, statistics.noticed, statistics.version,
        confirming={code: each for code, each in confirming.items() if each},
    )  # fmt: skip


def _alone(entry: IndicatorEntry, rows: Iterable[Row], confirm: bool) -> Iterator[Row]:
    """Rows that are evidence alone; or those of the coding after the last one, which confirm it, as of the first."""
    last = entry.indicator.codings
    for row in (each for each in rows if not is_made_together(each)):
        if not confirm:
            yield row
        elif row.coding == last:
            yield replace(row, coding=0)


def strata_of(rows: Iterable[Iterable[Row]]) -> Iterator[MarkedStratum]:
    """The tables of rows, and those that their margins allow at most."""
    for each in rows:
        for row in each:
            if isinstance(row, MarkedRow):
                yield row.stratum
                yield row.stratum.extreme


def is_made_together(row: Row) -> bool:
    """Whether other sessions decide what evidence a row is: cases, draws, and amounts of a day that are added up."""
    return isinstance(row, _TOGETHER)


def unit_sums(entry: IndicatorEntry, rows: Iterable[Row]) -> list[UnitSums]:
    """Entries of the units of an indicator, those of as many tilts together. rows: of one session or day, amounts added up; those
    that only confirm an alarm are left out.
    """
    of: defaultdict[int, list[tuple[Row, tuple[int, ...]]]] = defaultdict(list)
    for row in (each for each in rows if each.coding < entry.indicator.codings):
        logs = logs_of_row(row)
        of[len(logs)].append((row, logs))
    return [_entries(entry.indicator.codings, tilts, each) for tilts, each in sorted(of.items())]


def _entries(codings: int, tilts: int, rows: Sequence[tuple[Row, tuple[int, ...]]]) -> UnitSums:
    units = sorted({row.unit for row, _ in rows})
    place = {unit: at * codings for at, unit in enumerate(units)}
    cells = np.array([place[row.unit] + row.coding for row, _ in rows])
    numbers = np.array([[*logs, *_beside(row, tilts)] for row, logs in rows], np.int64)
    table = np.zeros((len(units) * codings, numbers.shape[1]), np.int64)
    np.add.at(table, cells, numbers)
    by_unit = table.reshape(len(units), codings, -1)
    alone = by_unit[:, :, 2 * tilts :].sum(axis=1)
    alone[:, 0] = np.maximum(alone[:, 0], 1)
    sums, most = by_unit[:, :, :tilts], by_unit[:, :, tilts : 2 * tilts]
    columns = [sums.reshape(len(units), -1), most.reshape(len(units), -1), alone]
    return UnitSums(
        codings, tilts, [id_of(unit) for unit in units], np.hstack(columns).astype("<i8").tobytes()
    )


def _beside(row: Row, tilts: int) -> tuple[int, ...]:
    """Numbers of a row beside its nano-nats: what its margins allow, whether it is a part of a day, data, what was paid."""
    most = extreme_logs(row)
    wide = most if len(most) == tilts else most * tilts  # of an engine without margins
    data = 0 if row.coding else data_of(row)
    paid = (row.hands, row.paid, row.others) if isinstance(row, PairRow) else (0, 0, 0)
    return (*wide, int(isinstance(row, DifferenceRow)), data, *paid)


def id_of(unit: Unit) -> str:
    """A unit as text, the same for the same unit."""
    return msgspec.json.encode(unit).decode()


def unit_of(name: str) -> Unit:
    """The unit of such a text."""
    return _unit(name)
