"""Drift of drops against fees: the differences of a unit by gaming day, and their CUSUM to both sides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from rules.screening.engines.signs import drift
from rules.screening.statistics import DifferenceRow, Row
from rules.screening.unit_totals import in_parts


class DriftDay(Struct, frozen=True):
    """A gaming day: what was counted less what was due, and the levels of the CUSUM after it."""

    day: date
    difference: int
    over: int
    short: int


def drift_by_day(rows: Sequence[Row]) -> list[DriftDay]:
    """The drift of a unit's differences, the first day first."""
    days = [row for row in in_parts(rows) if isinstance(row, DifferenceRow)]
    differences = [row.difference for row in days]
    return [
        DriftDay(row.day, row.difference, drift(differences[:place], 1), drift(differences[:place], -1))
        for place, row in enumerate(days, 1)
    ]
