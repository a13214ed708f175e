"""Totals of a unit by plain arithmetic: its rows one after another, added up by gaming day."""

from collections import defaultdict

from rules.screening.statistics import DifferenceRow
from rules.screening.unit_evidence import added, logs_of_row
from rules.screening.unit_totals import data_of, extreme_logs, in_parts


class UnitTotals:
    """Rows of one unit of an indicator. Rows may come in any order."""

    def __init__(self, indicator, unit):
        self.indicator, self.unit = indicator, unit
        self.rows = defaultdict(list)
        self.sessions = 0

    def add(self, day, rows):
        """Take the rows of one session; a row with a gaming day of its own is of that."""
        for row in rows:
            self.rows[row.day if isinstance(row, DifferenceRow) else day].append(row)
        self.sessions += 1

    @property
    def strata(self):
        """Sessions, or the parts of days whose differences have a sign."""
        parted = any(isinstance(row, DifferenceRow) for rows in self.rows.values() for row in rows[:1])
        return len(in_parts(self.all_rows)) if parted else self.sessions

    @property
    def all_rows(self):
        return [row for _, rows in sorted(self.rows.items()) for row in rows]

    def data(self, day):
        """Deals, hands or days of a gaming day towards the least."""
        return sum(data_of(row) for row in self.rows[day] if not row.coding)

    def sums(self):
        """Nano-nats by gaming day, coding and tilt."""
        return self._by_day(logs_of_row)

    def confirming(self):
        """Nano-nats by gaming day of the rows that an alarm needs beyond E, of the coding after the last one; empty: none."""
        last = self.indicator.codings
        of = {
            day: [logs_of_row(row) for row in rows if row.coding == last]
            for day, rows in sorted(self.rows.items())
        }
        return {day: (added(logs),) for day, logs in of.items() if logs}

    def most(self):
        """The same with the outcome as extreme as the margins allow; of an engine without margins one figure a coding."""
        return self._by_day(extreme_logs)

    def _by_day(self, logs_of):
        return {day: self._by_coding(rows, logs_of) for day, rows in sorted(self.rows.items())}

    def _by_coding(self, rows, logs_of):
        of = defaultdict(list)
        for row in in_parts(rows):
            of[row.coding].append(logs_of(row))
        width = len(next(iter(of.values()))[0])
        return tuple(
            added(of[each]) if each in of else (0,) * width for each in range(self.indicator.codings)
        )
