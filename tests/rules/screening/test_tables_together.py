"""Tables of two by two that are worked out together have the nano-nats of exact arithmetic."""

import random
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import comb, lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines import marked_together
from rules.screening.engines.marked import TILTS, MarkedStratum, logs_of_marked, ways_of
from rules.screening.engines.marked_together import logs_of_tables


@pytest.fixture
def alone(monkeypatch):
    """The tables that are worked out alone."""
    found = []

    def asked(stratum):
        found.append(stratum)
        return logs_of_marked(stratum)

    monkeypatch.setattr(marked_together, "logs_of_marked", asked)
    return found


def together(strata):
    counts = np.array([[each.cases, each.marked, each.favourable, each.both] for each in strata], np.int64)
    return [tuple(each) for each in logs_of_tables(counts.reshape(-1, 4)).tolist()]


def some_strata(count, seed):
    draw = random.Random(seed)
    for _ in range(count):
        cases = draw.choice((0, 2, 5, 20, 60, 200))
        margins = MarkedStratum(cases, draw.randint(0, cases), draw.randint(0, cases), 0)
        yield MarkedStratum(
            cases, margins.marked, margins.favourable, draw.randint(margins.least, margins.most)
        )


def test_together_and_alone_are_equal(alone):
    strata = list(some_strata(600, 4))
    assert together(strata) == [logs_of_marked(each) for each in strata]
    assert len(alone) < 10  # floats settle nearly all


@given(st.integers(2, 90), st.data())
def test_any_table_has_its_exact_logs(cases, data):
    margins = MarkedStratum(cases, data.draw(st.integers(0, cases)), data.draw(st.integers(0, cases)), 0)
    both = data.draw(st.integers(margins.least, margins.most))
    stratum = MarkedStratum(cases, margins.marked, margins.favourable, both)
    assert together([stratum]) == [logs_of_marked(stratum)]
    assert together([stratum, stratum.extreme, stratum]) == [
        logs_of_marked(each) for each in (stratum, stratum.extreme, stratum)
    ]


def test_means_that_are_too_large_for_a_float_are_worked_out_by_logarithms(alone):
    """32^250 is: the table has its logs without exact arithmetic, and so has a small one of the same call."""
    large, small = MarkedStratum(1000, 300, 250, 200), MarkedStratum(40, 12, 16, 9)
    assert together([large, small]) == [logs_of_marked(large), logs_of_marked(small)]
    assert small not in alone


def test_a_table_whose_logs_floats_do_not_settle_is_worked_out_alone(alone):
    unsure = MarkedStratum(8000, 1200, 1200, 150)  # more cases than are looked up
    assert together([unsure]) == [logs_of_marked(unsure)]
    assert alone == [unsure]


@pytest.mark.parametrize(("cases", "is_alone"), [(4096, False), (4097, True)])
def test_factorials_of_4096_cases_are_looked_up(alone, cases, is_alone):
    """32 to the power of what is possible is no float; logarithms of factorials would settle both."""
    counts = (4096, 777, 305, 35) if cases == 4096 else (4097, 815, 628, 35)
    stratum = MarkedStratum(*counts)
    assert together([stratum]) == [logs_of_marked(stratum)]
    assert alone == [stratum] * is_alone


@pytest.mark.parametrize("counts", [(345, 107, 146, 16), (306, 236, 159, 137)])
def test_tables_of_which_a_float_gives_another_nano_nat(alone, counts):
    """Of the first one the next above the exact one, of the second one the next below."""
    stratum = MarkedStratum(*counts)
    assert together([stratum]) == [logs_of_marked(stratum)]
    assert alone == [stratum]


def test_a_table_of_which_some_logs_are_sure_is_worked_out_alone(alone):
    stratum = MarkedStratum(7, 2, 3, 1)
    assert together([stratum]) == [logs_of_marked(stratum)]
    assert alone == [stratum]


def exact_means(margins):
    """Logarithms of the means of w^k above the least, of one table, to 60 digits."""
    stratum = MarkedStratum(*margins, 0)
    ways = ways_of(stratum)
    with localcontext(Context(prec=60)):
        for tilt in TILTS:
            mean = sum(way * tilt**step for step, way in enumerate(ways)) / Fraction(sum(ways))
            yield Decimal(mean.numerator).ln() - Decimal(mean.denominator).ln()


MARGINS = [(40, 12, 16), (40, 30, 25), (213, 60, 70), (9, 4, 4), (30, 1, 29)]


@pytest.mark.parametrize("means_of", [marked_together._by_ratios, marked_together._by_factorials])
def test_means_are_within_their_errors(means_of):
    means, errors = means_of(np.array(MARGINS))
    assert (errors < 1e-11).all()
    for own, most, margins in zip(means.tolist(), errors.tolist(), MARGINS, strict=True):
        for found, error, exact in zip(own, most, exact_means(margins), strict=True):
            assert abs(Decimal(found) - exact) <= error


def test_errors_are_counted_in_units_in_the_last_place():
    """Of ratios four for each outcome and eight; of factorials 24 for each of ln 213! and one, and what their sum adds."""
    unit, (few, many) = 2.0**-52, (MARGINS[0], MARGINS[2])
    _, of_ratios = marked_together._by_ratios(np.array([few, many]))
    assert (of_ratios / unit).tolist() == [[4 * 12 + 8] * 7, [4 * 60 + 8] * 7]
    _, of_ways = marked_together._log_ways(np.array([many]), np.array([0]), np.array([60]))
    assert (of_ways / unit).tolist() == pytest.approx([24 * (lgamma(214) + 1)], rel=1e-9)
    _, of_factorials = marked_together._by_factorials(np.array([many]))
    most = [
        max(log(way) + step * log(tilt) for step, way in enumerate(ways_of(MarkedStratum(*many, 0))))
        for tilt in TILTS
    ]
    ways = log(comb(213, 70))
    added = [8 * (abs(each - ways) + 61 + 8) for each in most]
    assert ((of_factorials[0] - of_ways[0]) / unit).tolist() == pytest.approx(added, rel=1e-9)
    gained, means, errors = np.array([3.0]), np.array([-2.0]), np.array([0.5])
    assert marked_together._errors_of_logs(gained, means, errors).tolist() == [0.5 + 4 * 6 * unit]


def test_means_of_the_same_margins_are_worked_out_once():
    counts = np.array([(40, 12, 16, both) for both in (3, 9, 4)] + [(30, 12, 16, 5), (40, 16, 12, 2)] * 2)
    means, errors, of = marked_together._log_means(counts, *marked_together._bounds(counts)[1:])
    assert (means.shape, errors.shape) == ((3, 7), (3, 7))
    assert len(set(of[:3].tolist())) == 1
    assert means[of].tolist() == [
        pytest.approx([float(each) for each in exact_means(row[:3])], rel=1e-12) for row in counts.tolist()
    ]


def test_a_table_with_one_possible_outcome_says_nothing(alone):
    assert together([MarkedStratum(10, 10, 4, 4), MarkedStratum(0, 0, 0, 0)]) == [(0,) * 7] * 2
    assert np.all(np.array(together([MarkedStratum(2, 1, 1, 1)])) > 0)
    assert together([]) == []
    assert alone == []
