"""The year of a room at a glance: indicators by month, each cell with what a unit's evidence of that month reached.

The grid shows where to look and decides nothing: an alarm is of E over all windows of the year, and is in the month in which E
reached its limit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from auditor.screened_years import YearOfRoom
from auditor.store.stored_screening_lists import ClosedAlarm
from rules.screening.evidence_by_month import log10_by_month
from rules.screening.indicator_catalogue import IndicatorEntry, indicators
from rules.screening.room_year import ScreenedUnit
from rules.screening.screening_result import (
    REPEATED,
    ScreeningResult,
    result_id,
    result_of_repeated,
    result_of_table,
)
from rules.screening.session_statistics import SCREENING
from rules.screening.statistics import Unit
from rules.screening.unit_evidence import log10_of

RAISED = math.log10(20)  # decimal logarithm of e from which a cell has a number
MONTHS = range(1, 13)

CellState = Literal["alarm", "closed", "raised", "quiet", "untestable", "none"]
UnitState = Literal["alarm", "closed", "withheld", "listed", "quiet"]


class GridUnit(Struct, frozen=True):
    """A unit with its evidence in a cell. id: of its result. log10_e: of the cell's days, of the year E over all windows; None:
    the indicator adds nothing up. since: the gaming day on which E reached the limit.
    """

    id: str
    unit: Unit
    state: UnitState
    log10_e: float | None
    since: date | None


class GridCell(Struct, frozen=True):
    """An indicator in a month, or in the year. units: those with data that can be tested, the largest evidence first."""

    state: CellState
    units: Sequence[GridUnit]

    @property
    def log10_e(self) -> float | None:
        """The largest evidence of a unit."""
        return max((each.log10_e for each in self.units if each.log10_e is not None), default=None)

    @property
    def telling(self) -> list[GridUnit]:
        """Units with an alarm that is in the cell, or with evidence that has a number."""
        return [each for each in self.units if each.state in ("alarm", "closed") or _is_raised(each)]


class GridRow(Struct, frozen=True):
    """An indicator's year. reasons: why sessions could not be tested, with how many."""

    entry: IndicatorEntry
    months: Mapping[int, GridCell]
    year: GridCell
    reasons: Mapping[str, int]


def grid_of(of: YearOfRoom, closings: Mapping[str, ClosedAlarm]) -> list[GridRow]:
    """Rows of all indicators. closings: the last one of each alarm, by the id of its result."""
    return [_row(entry, of, closings) for entry in indicators()]


def _row(entry: IndicatorEntry, of: YearOfRoom, closings: Mapping[str, ClosedAlarm]) -> GridRow:
    months, year = _of_deals(of, closings) if entry.code == REPEATED else _of_units(entry, of, closings)
    cells = {month: _cell(months.get(month, []), month in of.months) for month in MONTHS}
    return GridRow(entry, cells, _cell(year, bool(of.months)), of.untestable.get(entry.code, {}))


def _cell(units: Sequence[GridUnit], played: bool) -> GridCell:
    ordered = sorted(units, key=lambda each: (-(each.log10_e or 0), each.unit))
    return GridCell(_state(ordered, played), ordered)


def _state(units: Sequence[GridUnit], played: bool) -> CellState:
    states = {each.state for each in units}
    if states & {"alarm", "closed"}:
        return "alarm" if "alarm" in states else "closed"
    if units:
        return "raised" if any(map(_is_raised, units)) else "quiet"
    return "untestable" if played else "none"


def _is_raised(unit: GridUnit) -> bool:
    return unit.log10_e is not None and unit.log10_e >= RAISED


def _of_units(
    entry: IndicatorEntry, of: YearOfRoom, closings: Mapping[str, ClosedAlarm]
) -> tuple[dict[int, list[GridUnit]], list[GridUnit]]:
    """Units by month, and those of the year. An alarm is in the month in which it was reached, and in the year."""
    units = [each for each in of.screened.units if each.entry.code == entry.code]
    months: dict[int, list[GridUnit]] = {month: [] for month in MONTHS}
    year = []
    for unit, logs in zip(units, log10_by_month([each.days for each in units]), strict=True):
        shown = _grid_unit(unit, of, closings)
        year.append(shown)
        for month, log10_e in logs.items():
            here = shown.since is not None and shown.since.month == month
            kept = shown.state if here or shown.state in ("withheld", "listed") else "quiet"
            months[month].append(replace(shown, state=kept, log10_e=log10_e))
    return months, year


def _grid_unit(unit: ScreenedUnit, of: YearOfRoom, closings: Mapping[str, ClosedAlarm]) -> GridUnit:
    found = result_id(unit.entry.code, of.room, unit.unit, of.year)
    closing = closings.get(found)
    state: UnitState = "withheld" if unit.withheld else "listed" if unit.listed else "quiet"
    if unit.since is not None:
        holds = closing is not None and closing.holds(log10_of(unit.evidence.combined))
        state = "closed" if holds else "alarm"
    return GridUnit(found, unit.unit, state, _log10(unit), unit.since)


def _log10(unit: ScreenedUnit) -> float:
    """Decimal logarithm of E, also where it is too large for a float."""
    return math.log10(unit.stands) if math.isfinite(unit.stands) else float(log10_of(unit.evidence.combined))


def _of_deals(
    of: YearOfRoom, closings: Mapping[str, ClosedAlarm]
) -> tuple[dict[int, list[GridUnit]], list[GridUnit]]:
    """The room as the unit of deals that are in two sessions, and tables with deals equal in part to those of the session before;
    each in the month in which the first came again.
    """
    found, repeated = list[GridUnit](), of.screened.repeated
    if any(each.deals for each in repeated):
        result = result_of_repeated(repeated, of.repeated_since, of.room, of.year, SCREENING, of.as_of)
        found.append(_of_result(result, (("room", of.room),), of.repeated_since, closings))
    for table in (each for each in of.screened.in_part if each.pairs):
        result = result_of_table(table, of.room, of.year, SCREENING, of.as_of)
        found.append(_of_result(result, table.unit, table.since, closings))
    return {month: [_in_month(each, month) for each in found] for month in of.months}, found


def _of_result(
    result: ScreeningResult, unit: Unit, since: date | None, closings: Mapping[str, ClosedAlarm]
) -> GridUnit:
    log10_e = result.log10_e.combined if result.log10_e is not None else None
    closing = closings.get(result.id)
    holds = log10_e is not None and closing is not None and closing.holds(Decimal(log10_e))
    state: UnitState = "quiet" if not result.alarm else "closed" if holds else "alarm"
    return GridUnit(result.id, unit, state, None, since if result.alarm else None)


def _in_month(unit: GridUnit, month: int) -> GridUnit:
    """A unit with its alarm in the month in which that was reached, quiet in the others."""
    return unit if unit.since is not None and unit.since.month == month else replace(unit, state="quiet")
