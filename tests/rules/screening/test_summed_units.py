"""Units whose sums cannot reach a limit are left out before E is followed from day to day, and no others."""

import math
import random
from datetime import date, timedelta

import numpy as np

from rules.screening.engines.marked import MarkedStratum, logs_of_marked
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.levelled_pairs import PaidInAll
from rules.screening.nano_nats import NANO
from rules.screening.session_sums import UnitSums, id_of, unit_sums
from rules.screening.statistics import MarkedRow
from rules.screening.summed_units import SummedUnits
from rules.screening.unit_totals import TESTABLE

LEAST = math.log(20)


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


def test_units_that_are_left_out_never_reached_what_was_asked():
    left_out = 0
    for seed in range(4):
        units = drawn(seed)
        possible = units.of_at_least(math.floor(NANO * LEAST))
        _, stood = units.standing(np.arange(len(units)))
        reached = set(units.unit_of_row[stood >= 20].tolist())
        assert reached
        assert reached <= set(possible.tolist())
        left_out += len(units) - len(possible)
    assert left_out > 5


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
    assert units.testable(least=20) == {0: second, 1: second}
    assert units.testable(least=45) == {1: third}


def test_what_is_above_zero_on_some_days_is_the_most_that_e_had():
    units = SummedUnits(
        [session(1, A=(700, *[0] * 6)), session(2, A=(-50, *[0] * 6)), session(3, A=(200, *[0] * 6))]
    )
    assert [units.of_at_least(nats).tolist() for nats in (899, 900, 901)] == [[0], [0], []]


def test_margins_that_allow_just_the_limit_are_enough():
    units = SummedUnits([session(1, A=(0, TESTABLE - 1, *[0] * 5)), session(2, A=(0, 1, *[0] * 5))])
    assert units.testable(least=0) == {0: date(2026, 3, 2)}
    assert SummedUnits([session(1, A=(0, TESTABLE - 1, *[0] * 5))]).testable(least=0) == {}


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
