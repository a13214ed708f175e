"""Units whose sums cannot reach a limit are left out before E is followed from day to day, and no others."""

import math
import random
from datetime import date, timedelta

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.evidence_at_most import e_at_most
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.levelled_pairs import PaidInAll
from rules.screening.nano_nats import NANO
from rules.screening.session_sums import UnitSums, id_of, unit_sums
from rules.screening.statistics import MarkedRow
from rules.screening.summed_units import EPOCH, SummedUnits
from rules.screening.unit_totals import TESTABLE
from rules.screening.windows import standing

NEW_YEAR = (date(2026, 1, 1) - EPOCH).days


def drawn(seed, units=30, days=40):
    """Tables of units on days of a year, of some of which many are helped."""
    draw = random.Random(seed)
    entry, found = indicators_by_code()["SCN006"], []
    for nth in range(days):
        rows = []
        for unit in draw.sample(range(units), units // 3):
            both = min(9, draw.randrange(3, 7) + 2 * (unit % 5 == 0))
            rows.append(MarkedRow((("player", f"p-{unit}"),), MarkedStratum(40, 9, 20, both), nth % 2))
        found += [(date(2026, 1, 1) + timedelta(days=9 * nth), each) for each in unit_sums(entry, rows)]
    return SummedUnits(found)


def test_no_unit_ever_had_more_than_its_bound():
    left_out = 0
    for seed in range(4):
        units = drawn(seed)
        _, stood = units.standing(np.arange(len(units)))
        assert (stood <= units.at_most[units.unit_of_row]).all()
        reached = set(units.unit_of_row[stood >= 20].tolist())
        possible = np.flatnonzero(units.at_most >= 20)
        assert reached
        assert reached <= set(possible.tolist())
        left_out += len(units) - len(possible)
    assert left_out > 20


@given(
    st.lists(st.lists(st.integers(-3 * NANO, 4 * NANO), min_size=1, max_size=9), min_size=1, max_size=4),
    st.integers(0, 340),
)
def test_the_bound_is_of_the_days_in_a_row_with_the_largest_sum(years, first):
    """Of one tilt it is e of these days, or of none; E itself is no larger on any day."""
    unit = np.repeat(np.arange(len(years)), [len(each) for each in years])
    sums = np.array([each for own in years for each in own])[:, None, None]
    most = [
        max(0, *(sum(own[begin:end]) for begin in range(len(own)) for end in range(begin + 1, len(own) + 1)))
        for own in years
    ]
    bounds = e_at_most(unit, sums)
    assert np.allclose(bounds, np.exp(np.array(most) / NANO), rtol=1e-8)
    day = np.concatenate([np.arange(len(each)) for each in years]) + NEW_YEAR + first
    assert (standing(unit, day, sums) <= bounds[unit]).all()


def test_sums_too_large_to_be_compared_leave_nobody_out():
    unit, sums = np.array([0, 1, 1]), np.array([5, -(1 << 61), 1 << 60])[:, None, None]
    assert e_at_most(unit, sums).tolist() == [math.inf, math.inf]


def test_e_of_some_units_is_that_of_all():
    units = drawn(7)
    some = np.array([1, 4, 11])
    rows, stood = units.standing(some)
    every_row, every = units.standing(np.arange(len(units)))
    assert every_row.tolist() == list(range(len(every)))
    assert np.allclose(stood, every[rows], rtol=1e-12)
    last = [stood[units.unit_of_row[rows] == unit][-1] for unit in some.tolist()]
    assert np.allclose(last, [units.stands[unit] for unit in some.tolist()], rtol=1e-12)


def session(day, **units):
    """Entries of a session on a day of March: of each unit (sum, most, strata, data, hands, paid, others), with one tilt."""
    numbers = np.array([*units.values()], "<i8").tobytes()
    return date(2026, 3, day), UnitSums(1, 1, [id_of(whom(each)) for each in units], numbers)


def whom(name):
    return (("player", name),)


def from_days(units, least):
    """Units that can be tested, with the first day."""
    at, days = units.testable(least)
    return {unit: EPOCH + timedelta(days=day) for unit, day in zip(at.tolist(), days.tolist(), strict=True)}


def test_entries_of_one_day_are_added_up_of_each_unit():
    """Two sessions on the second of March have B, and one of them A."""
    units = SummedUnits([
        session(1, A=(5, 9, 1, 10, 0, 0, 0)),
        session(2, A=(7, 9, 1, 10, 0, 0, 0), B=(1, 3, 1, 4, 0, 0, 0)),
        session(2, B=(2, 30, 1, 40, 0, 0, 0)),
        session(3, B=(9, 3, 1, 4, 0, 0, 0)),
    ])  # fmt: skip
    first, second, third = (date(2026, 3, day) for day in (1, 2, 3))
    assert [dict(units.days(at)) for at in range(2)] == [
        {first: ((5,),), second: ((7,),)},
        {second: ((3,),), third: ((9,),)},
    ]
    assert (units.strata, units.most.ravel().tolist()) == ([2, 3], [9, 9, 33, 3])
    assert from_days(units, least=20) == {0: second, 1: second}
    assert from_days(units, least=45) == {1: third}


def test_the_days_in_a_row_with_the_largest_sum_bound_e():
    """Of A the first three days, of B the second and the third one; the mean over tilts is of one tilt here."""
    nats = {"A": (7, -1, 2, -9), "B": (-3, 1, 4, -1)}
    units = SummedUnits(
        [
            session(day, **{each: (own[day - 1] * NANO, *[0] * 6) for each, own in nats.items()})
            for day in range(1, 5)
        ]
    )
    assert np.allclose(units.at_most, np.exp([8, 5]), rtol=1e-8)


def test_margins_that_allow_just_the_limit_are_enough():
    units = SummedUnits([session(1, A=(0, TESTABLE - 1, *[0] * 5)), session(2, A=(0, 1, *[0] * 5))])
    assert from_days(units, least=0) == {0: date(2026, 3, 2)}
    assert from_days(SummedUnits([session(1, A=(0, TESTABLE - 1, *[0] * 5))]), least=0) == {}


def test_pairs_have_all_their_payments():
    """Of A nothing was paid in three hands; C is no pair."""
    units = SummedUnits([
        session(1, A=(0, 0, 1, 3, 3, 0, 8), B=(0, 0, 1, 2, 2, 7, 1), C=(0, 0, 1, 2, 0, 0, 0)),
        session(2, B=(0, 0, 1, 2, 2, 5, 1)),
    ])  # fmt: skip
    assert units.pairs() == {whom("A"): PaidInAll(3, 0, 8), whom("B"): PaidInAll(4, 12, 2)}


def test_rows_of_one_unit_and_coding_are_added_up():
    """Two strata of the last unit, of each coding."""
    entry = indicators_by_code()["SCN006"]
    strata = {("a", 0): [(40, 9, 20, 6)], ("a", 1): [(40, 9, 8, 3)], ("b", 0): [(40, 9, 20, 8), (30, 4, 9, 2)],
              ("b", 1): [(40, 9, 8, 5), (30, 4, 6, 3)]}  # fmt: skip
    rows = [
        MarkedRow(whom(who), MarkedStratum(*each), coding)
        for (who, coding), own in strata.items()
        for each in own
    ]
    (found,) = unit_sums(entry, rows[::-1])
    assert found.units == [id_of(whom("a")), id_of(whom("b"))]
    for at, who in enumerate("ab"):
        for coding in range(2):
            logs = [logs_of_marked(MarkedStratum(*each)) for each in strata[who, coding]]
            assert found.table[at, 7 * coding : 7 * coding + 7].tolist() == [
                sum(each) for each in zip(*logs, strict=True)
            ]
