"""Totals of a unit: sums by gaming day, counts over all days, and the day from which it can be tested."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date

from msgspec.structs import replace

from rules.screening.engines.known_chance import logs_of_trial
from rules.screening.engines.marked import logs_of_marked
from rules.screening.engines.signs import logs_of_sign
from rules.screening.indicator import Indicator
from rules.screening.statistics import DifferenceRow, MarkedRow, PairRow, Row, SumsRow, TrialRow, Unit
from rules.screening.unit_evidence import added, logs_of_row
from rules.screening.windows import Codings

TESTABLE = 5_298_317_367  # nano-nats of 200, rounded up


class UnitTotals:
    """Rows of one unit of an indicator, added up by gaming day. Rows may come in any order."""

    def __init__(self, indicator: Indicator, unit: Unit) -> None:
        self.indicator, self.unit = indicator, unit
        self.rows: defaultdict[date, list[Row]] = defaultdict(list)
        self.sessions = 0

    def add(self, day: date, rows: Iterable[Row]) -> None:
        """Take the rows of one session; a row with a gaming day of its own is of that."""
        for row in rows:
            self.rows[row.day if isinstance(row, DifferenceRow) else day].append(row)
        self.sessions += 1

    @property
    def strata(self) -> int:
        """Sessions, or the parts of days whose differences have a sign."""
        parted = any(isinstance(row, DifferenceRow) for rows in self.rows.values() for row in rows[:1])
        return len(in_parts(self.all_rows)) if parted else self.sessions

    @property
    def all_rows(self) -> list[Row]:
        """The rows of all days."""
        return [row for _, rows in sorted(self.rows.items()) for row in rows]

    def sums(self) -> dict[date, Codings]:
        """Nano-nats by gaming day, coding and tilt."""
        return {
            day: _by_coding(rows, self.indicator.codings, logs_of_row)
            for day, rows in sorted(self.rows.items())
        }

    def testable_from(self) -> date | None:
        """The gaming day on which the margins first allow an alarm, or the least of data was there; None: neither yet."""
        if self.indicator.least:
            return self._enough_from()
        total: Codings | None = None
        for day, rows in sorted(self.rows.items()):
            most = _by_coding(rows, self.indicator.codings, _extreme_logs)
            total = most if total is None else tuple(map(added, zip(total, most, strict=True)))
            if any(each >= TESTABLE for coding in total for each in coding):
                return day
        return None

    def _enough_from(self) -> date | None:
        seen = 0
        for day, rows in sorted(self.rows.items()):
            seen += sum(_size(row) for row in rows if not row.coding)
            if seen >= self.indicator.least:
                return day
        return None


def _by_coding(rows: Iterable[Row], codings: int, logs_of: Callable[[Row], tuple[int, ...]]) -> Codings:
    of: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for row in in_parts(rows):
        of[row.coding].append(logs_of(row))
    width = len(next(iter(of.values()))[0])
    return tuple(added(of[coding]) if coding in of else (0,) * width for coding in range(codings))


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


def _extreme_logs(row: Row) -> tuple[int, ...]:
    """Nano-nats by tilt of a row with the outcome as extreme as its margins allow."""
    if isinstance(row, MarkedRow):
        return tuple(row.times * each for each in logs_of_marked(row.stratum.extreme))
    if isinstance(row, TrialRow):
        return tuple(row.trials * each for each in logs_of_trial(row.p, True))
    if isinstance(row, DifferenceRow):
        return logs_of_sign(abs(row.difference))
    return (TESTABLE,)  # an engine without margins is testable with its first row


def _size(row: Row) -> int:
    """Deals, hands or days of a row."""
    if isinstance(row, MarkedRow):
        return row.times * row.deals
    if isinstance(row, TrialRow):
        return row.trials
    return row.hands if isinstance(row, PairRow) else row.count if isinstance(row, SumsRow) else 0
