"""Values of many hands at once give the same nano-nats as one value after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.screening.engines import exchangeable

AMOUNTS = st.integers(-(10**7), 10**7)


@given(
    st.lists(
        st.tuples(st.lists(AMOUNTS, min_size=3, max_size=3), st.integers(1, 500)), min_size=1, max_size=20
    )
)
def test_rows_give_what_single_values_give(rows):
    values, parts = np.array([each for each, _ in rows]), np.array([unit for _, unit in rows])
    found = exchangeable.logs_of_rows(values, parts)
    for row, (each, unit) in zip(found.tolist(), rows, strict=True):
        assert [tuple(logs) for logs in row] == [
            exchangeable.logs_of_one(one, tuple(each), unit) for one in each
        ]


def test_equal_values_say_nothing():
    assert exchangeable.logs_of_rows(np.full((2, 4), 700), np.array([100, 3])).tolist() == [[[0] * 6] * 4] * 2


def test_no_row_gives_none():
    assert exchangeable.logs_of_rows(np.zeros((0, 4), np.int64), np.zeros(0, np.int64)).shape == (0, 4, 6)
