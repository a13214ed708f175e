"""Units whose sums cannot reach a limit are left out before E is followed from day to day, and no others."""

import math
import random
from datetime import date, timedelta

import numpy as np

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.nano_nats import NANO
from rules.screening.session_sums import unit_sums
from rules.screening.statistics import MarkedRow
from rules.screening.summed_units import SummedUnits

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
