"""Tables of two by two that are worked out together have the nano-nats of exact arithmetic."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines import marked_together
from rules.screening.engines.marked import MarkedStratum, logs_of_marked
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


def test_a_table_with_one_possible_outcome_says_nothing(alone):
    assert together([MarkedStratum(10, 10, 4, 4), MarkedStratum(0, 0, 0, 0)]) == [(0,) * 7] * 2
    assert np.all(np.array(together([MarkedStratum(2, 1, 1, 1)])) > 0)
    assert together([]) == []
    assert alone == []
