"""Tables of two by two that are worked out together have the nano-nats of exact arithmetic."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines import marked
from rules.screening.engines.marked import MarkedStratum, logs_of_marked, ways_of
from rules.screening.engines.marked_together import work_out_together


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch):
    monkeypatch.setattr(marked, "_KNOWN", {})


def some_strata(count, seed):
    draw = random.Random(seed)
    for _ in range(count):
        cases = draw.choice((2, 5, 20, 60, 200))
        margins = MarkedStratum(cases, draw.randint(0, cases), draw.randint(0, cases), 0)
        yield MarkedStratum(
            cases, margins.marked, margins.favourable, draw.randint(margins.least, margins.most)
        )


def test_together_and_alone_are_equal():
    strata = list(some_strata(300, 4))
    work_out_together(strata)
    together = dict(marked._KNOWN)
    open_ones = {each for each in strata if each.least < each.most}
    assert len(together) > 0.85 * len(open_ones)  # floats settle nearly all
    marked._KNOWN.clear()
    assert {each: logs_of_marked(each) for each in together} == together


@given(st.integers(2, 90), st.data())
def test_any_table_has_its_exact_logs(cases, data):
    margins = MarkedStratum(cases, data.draw(st.integers(0, cases)), data.draw(st.integers(0, cases)), 0)
    both = data.draw(st.integers(margins.least, margins.most))
    stratum = MarkedStratum(cases, margins.marked, margins.favourable, both)
    marked._KNOWN.clear()
    exact = logs_of_marked(stratum)
    marked._KNOWN.clear()
    work_out_together([stratum])
    assert logs_of_marked(stratum) == exact


def test_a_table_whose_logs_floats_do_not_settle_is_worked_out_alone():
    unsure = MarkedStratum(8000, 300, 300, 150)  # more cases than are worked out together
    work_out_together([unsure])
    assert unsure not in marked._KNOWN
    assert len(ways_of(unsure)) == 301
    assert logs_of_marked(unsure)[3] > 0


def test_a_table_with_one_possible_outcome_says_nothing():
    work_out_together([MarkedStratum(10, 10, 4, 4)])
    assert logs_of_marked(MarkedStratum(10, 10, 4, 4)) == (0,) * 7
    assert np.all(np.array(logs_of_marked(MarkedStratum(2, 1, 1, 1))) > 0)
