"""Windows of a year: floats and decimals agree, in any order of days; an alarm is since the first day that reaches."""

import math
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.nano_nats import NANO
from rules.screening.places import limit_of
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import MarkedRow
from rules.screening.windows import SURE, combined, log10_of_last_days, standing, year_evidence

NEW_YEAR = date(2028, 1, 1)  # of a leap year
EPOCH = date(1970, 1, 1)
PLAYER = (("player", "p"),)
STRATA = [
    MarkedStratum(50, 2, 20, 0), MarkedStratum(40, 12, 16, 12), MarkedStratum(60, 6, 20, 5),
    MarkedStratum(30, 10, 10, 3), MarkedStratum(80, 5, 8, 4),
]  # fmt: skip

nano_nats = st.integers(-4 * NANO, 8 * NANO)
codings = st.tuples(st.tuples(nano_nats, nano_nats), st.tuples(nano_nats, nano_nats))
years = st.dictionaries(st.integers(0, 365), codings, min_size=1, max_size=25).map(
    lambda year: {NEW_YEAR + timedelta(days=day): sums for day, sums in year.items()}
)


def plain_e(sums):
    """The mean over codings and tilts of e to the sum, of days of sums."""
    added = [[sum(tilt) for tilt in zip(*coding, strict=True)] for coding in zip(*sums, strict=True)]
    return math.fsum(math.exp(tilt / NANO) for coding in added for tilt in coding) / sum(map(len, added))


def plain_combined(year):
    """The contract's formula, written out: (year + mean of 4 quarters + of 12 months + of 366 days) / 4."""

    def mean(periods, period_of):
        return math.fsum(
            plain_e([year[day] for day in year if period_of(day) == period])
            if any(period_of(day) == period for day in year) else 1
            for period in periods
        ) / len(periods)  # fmt: skip

    quarters = mean(range(4), lambda day: (day.month - 1) // 3)
    months = mean(range(1, 13), lambda day: day.month)
    days = mean([NEW_YEAR + timedelta(days=each) for each in range(366)], lambda day: day)
    return (plain_e(list(year.values())) + quarters + months + days) / 4


def in_columns(years_of_units):
    rows = [(unit, day) for unit, year in enumerate(years_of_units) for day in sorted(year)]
    return (
        np.array([unit for unit, _ in rows]),
        np.array([(day - EPOCH).days for _, day in rows]),
        np.array([years_of_units[unit][day] for unit, day in rows]),
    )


@given(years)
def test_the_evidence_of_a_year_is_that_of_the_formula(year):
    assert float(combined(year)) == pytest.approx(plain_combined(year), rel=1e-11)
    assert float(year_evidence(year).year) == pytest.approx(plain_e(list(year.values())), rel=1e-11)


@given(st.lists(years, min_size=1, max_size=4))
def test_floats_follow_the_exact_evidence_of_every_day(several):
    stood = standing(*in_columns(several)).tolist()
    exact = [
        combined({day: year[day] for day in year if day <= last}) for year in several for last in sorted(year)
    ]
    for found, wanted in zip(stood, exact, strict=True):
        assert abs(Decimal(found) - wanted) <= wanted * Decimal(SURE)


@given(years, st.randoms(use_true_random=False))
def test_the_order_of_the_days_changes_no_digit(year, chance):
    days = list(year.items())
    chance.shuffle(days)
    assert year_evidence(dict(days)) == year_evidence(year)


@given(years)
def test_the_best_day_is_the_one_with_the_largest_e(year):
    day, e = year_evidence(year).best
    assert float(e) == pytest.approx(max(plain_e([sums]) for sums in year.values()), rel=1e-11)
    assert float(e) == pytest.approx(plain_e([year[day]]), rel=1e-11)


def test_a_day_without_cases_changes_nothing_but_counts_as_a_day():
    empty = ((0, 0),)
    one = {date(2026, 5, 9): ((NANO, 3 * NANO),)}
    assert combined(one | {date(2026, 5, 10): empty}) == combined(one)
    assert combined({date(2026, 5, 9): empty}) == 1


def sessions_of(strata):
    """A session a day from the first of March, each with a stratum."""
    return [
        SessionStatistics("WA-1", f"s{place}", "T1", date(2026, 3, 1) + timedelta(days=place), 50,
                          {"SCN006": [MarkedRow(PLAYER, stratum), MarkedRow(PLAYER, stratum, 1)]})
        for place, stratum in enumerate(strata)
    ]  # fmt: skip


@given(st.lists(st.sampled_from(STRATA), min_size=1, max_size=9))
def test_an_alarm_is_since_the_first_day_on_which_the_evidence_reached_the_limit(strata):
    days = {
        date(2026, 3, 1) + timedelta(days=place): (logs_of_marked(stratum),) * 2
        for place, stratum in enumerate(strata)
    }
    reached = [
        last
        for last in sorted(days)
        if combined({day: days[day] for day in days if day <= last}) >= limit_of(1)
    ]
    (unit,) = screened_year(sessions_of(strata))
    assert unit.since == (reached[0] if unit.place and reached else None)
    assert unit.place is not None or not reached


def test_an_alarm_stays_when_the_evidence_falls_again():
    bad, quiet = MarkedStratum(200, 60, 60, 45), MarkedStratum(200, 100, 100, 20)
    (alone,) = screened_year(sessions_of([bad]))
    (fallen,) = screened_year(sessions_of([bad] + [quiet] * 20))
    assert alone.since == fallen.since == date(2026, 3, 1)
    assert fallen.evidence.combined < alone.evidence.combined


def test_evidence_that_a_float_cannot_hold_is_an_alarm():
    (unit,) = screened_year(sessions_of([MarkedStratum(2000, 900, 900, 900)] * 3))
    assert math.isinf(unit.stands)
    assert unit.since == date(2026, 3, 1)
    assert unit.evidence.combined > Decimal(10) ** 700


def test_evidence_at_the_limit_itself_is_decided_by_decimals(monkeypatch):
    """Whole limits so near to E that a float cannot tell them apart: reached if E is that much or more."""
    sessions = sessions_of([MarkedStratum(400, 100, 100, 100)])
    (unit,) = screened_year(sessions)
    just = int(unit.evidence.combined)
    assert float(just) == float(just + 1)
    since = {}
    for limit in (just, just + 1):
        monkeypatch.setattr("rules.screening.indicator_evidence.limit_of", lambda _, limit=limit: limit)
        since[limit] = screened_year(sessions)[0].since
    assert since == {just: date(2026, 3, 1), just + 1: None}


@given(year=years, width=st.integers(1, 120))
def test_the_last_days_are_those_within_the_width_whatever_else_the_year_has(year, width):
    found = log10_of_last_days(year, width)
    assert list(found) == sorted(year)
    for day, log10_e in found.items():
        within = [year[each] for each in year if 0 <= (day - each).days < width]
        assert log10_e == pytest.approx(math.log10(plain_e(within)), abs=1e-6)


def test_the_last_days_are_a_logarithm_where_a_float_holds_no_e():
    day = {NEW_YEAR: ((1000 * NANO, 1000 * NANO),)}
    assert log10_of_last_days(day, 90)[NEW_YEAR] == pytest.approx(1000 / math.log(10))
