"""Parts of a unit's totals: amounts of a day together, what the margins of a row allow at most, data towards the least."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec.structs import replace

from rules.screening.engines.known_chance import logs_of_either
from rules.screening.engines.marked import logs_of_marked
from rules.screening.engines.signs import logs_of_sign
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, Row, SumsRow, TrialRow

TESTABLE = 5_298_317_367  # nano-nats of 200, rounded up


def in_parts(rows: Iterable[Row]) -> list[Row]:
    """The rows with the differences of each day and part added up."""
    listed = list(rows)
    if not any(isinstance(row, DifferenceRow) for row in listed):
        return listed
    whole: dict[tuple[date, str, int], DifferenceRow] = {}
    rest: list[Row] = []
    for row in listed:
        if isinstance(row, DifferenceRow):
            key = row.day, row.part, row.coding
            before = whole.get(key, DifferenceRow(row.unit, row.day, 0, 0, row.part, row.coding))
            whole[key] = replace(before, found=before.found + row.found, due=before.due + row.due)
        else:
            rest.append(row)
    return [*rest, *(whole[key] for key in sorted(whole))]


def extreme_logs(row: Row) -> tuple[int, ...]:
    """Nano-nats by tilt of a row with the outcome as extreme as its margins allow."""
    if isinstance(row, MarkedRow):
        logs = logs_of_marked(row.stratum.extreme)
        return logs if row.times == 1 else tuple(row.times * each for each in logs)
    if isinstance(row, TrialRow):
        return tuple(row.trials * each for each in logs_of_either(row.chance)[0])
    if isinstance(row, DifferenceRow):
        return logs_of_sign(abs(row.difference))
    return (TESTABLE,)  # an engine without margins is testable with its first row


def data_of(row: Row) -> int:
    """Deals, hands or days of a row, towards the least that a unit needs where its engine has no margins."""
    if isinstance(row, MarkedRow):
        return row.times * row.deals
    if isinstance(row, TrialRow):
        return row.trials
    return row.hands if isinstance(row, PairRow) else row.count if isinstance(row, SumsRow) else 0
