"""Values of many hands at once give the same nano-nats as one value after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines import exchangeable

AMOUNTS = st.integers(-(10**7), 10**7)


@given(
    st.lists(
        st.tuples(st.lists(AMOUNTS, min_size=1, max_size=9), st.integers(1, 500)), min_size=1, max_size=20
    )
)
def test_rows_give_what_single_values_give(rows):
    """Rows of different sizes, one after another."""
    values = np.array([one for each, _ in rows for one in each])
    sizes, parts = np.array([len(each) for each, _ in rows]), np.array([unit for _, unit in rows])
    found = exchangeable.logs_of_rows(values, sizes, parts)
    assert [tuple(logs) for logs in found.T.tolist()] == [
        exchangeable.logs_of_one(one, tuple(each), unit) for each, unit in rows for one in each
    ]


def test_equal_values_say_nothing():
    found = exchangeable.logs_of_rows(np.full(8, 700), np.array([4, 4]), np.array([100, 3]))
    assert found.tolist() == [[0] * 8] * 6


def test_no_row_gives_none():
    nothing = np.zeros(0, np.int64)
    assert exchangeable.logs_of_rows(nothing, nothing, nothing).shape == (6, 0)
