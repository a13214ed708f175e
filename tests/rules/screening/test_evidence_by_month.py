"""Evidence by month in floats against that of the windows in decimals."""

from datetime import date
from math import log10

import pytest

from rules.screening.evidence_by_month import log10_by_month
from rules.screening.windows import year_evidence

ONE = ((3_000_000_000, -1_000_000_000),)
TWO = ((1_500_000_000, 0), (-2_000_000_000, 9_000_000_000))


def test_the_days_of_a_month_are_one_window_and_months_without_data_are_left_out():
    days = {date(2026, 3, 1): ONE, date(2026, 3, 9): ONE, date(2026, 12, 31): ONE}
    (found,) = log10_by_month([days])
    assert list(found) == [3, 12]
    for month, own in found.items():
        expected = year_evidence({day: sums for day, sums in days.items() if day.month == month}).year
        assert own == pytest.approx(log10(expected))


def test_units_of_one_and_of_two_statistics_are_apart():
    one, two = log10_by_month([{date(2026, 1, 5): ONE}, {date(2026, 2, 5): TWO}])
    assert one == {1: pytest.approx(log10(year_evidence({date(2026, 1, 5): ONE}).year))}
    assert two == {2: pytest.approx(log10(year_evidence({date(2026, 2, 5): TWO}).year))}


def test_what_is_too_large_for_a_float_has_a_logarithm():
    ((found,),) = [each.values() for each in log10_by_month([{date(2026, 1, 1): ((10**13, 0),)}])]
    assert found == pytest.approx(10_000 / 2.302585093 - log10(2))


def test_no_unit_has_no_month():
    assert (log10_by_month([]), log10_by_month([{}])) == ([], [{}])
