"""Parts of a unit's totals: differences of a day and part are one, other rows stay; margins of strata that come several times."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from math import ceil

from rules.screening.engines.known_chance import logs_of_trial
from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.statistics import DifferenceRow, MarkedRow, TrialRow
from rules.screening.unit_totals import TESTABLE, data_of, extreme_logs, in_parts

DAY = date(2026, 3, 2)
ROOM, TABLE = (("room", "WA-1"),), MarkedStratum(40, 12, 16, 3)


def test_differences_of_one_day_and_part_are_added_up_beside_other_rows():
    other = MarkedRow(ROOM, TABLE)
    rows = [DifferenceRow(ROOM, DAY + timedelta(days=1), 9, 9), DifferenceRow(ROOM, DAY, 700, 500), other,
            DifferenceRow(ROOM, DAY, 100, 400), DifferenceRow(ROOM, DAY, 30, 10, "evening")]  # fmt: skip
    assert in_parts(rows) == [
        other, DifferenceRow(ROOM, DAY, 800, 900), DifferenceRow(ROOM, DAY, 30, 10, "evening"),
        DifferenceRow(ROOM, DAY + timedelta(days=1), 9, 9),
    ]  # fmt: skip


def test_margins_of_a_stratum_that_comes_three_times_allow_three_times_as_much():
    once = logs_of_marked(MarkedStratum(40, 12, 16, 12))
    assert extreme_logs(MarkedRow(ROOM, TABLE)) == once
    assert extreme_logs(MarkedRow(ROOM, TABLE, times=3)) == tuple(3 * each for each in once)


def test_margins_of_trials_allow_that_all_of_them_happen():
    row = TrialRow(ROOM, (1, 5), 4, 1)
    assert extreme_logs(row) == tuple(4 * each for each in logs_of_trial(Fraction(1, 5), True))


def test_differences_are_no_data_towards_a_least():
    assert data_of(DifferenceRow(ROOM, DAY, 700, 500)) == 0


def test_a_unit_can_be_tested_from_the_first_limit_on():
    assert ceil(Decimal(200).ln() * 10**9) == TESTABLE
