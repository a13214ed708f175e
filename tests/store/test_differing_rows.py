"""Rows of a store beside those that facts make: the equal ones are left out, in whatever batches they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.doctor.differing_rows import differing_rows

ROWS = st.dictionaries(st.integers(0, 30), st.sampled_from("ab"), max_size=20)


def table(rows):
    return [("x", key, value) for key, value in sorted(rows.items())]


@given(ROWS, ROWS, st.integers(1, 7))
def test_each_row_that_differs_is_named_once_beside_that_of_its_key(stored, said, at_once):
    expected = [
        (
            ("x", key, stored[key]) if key in stored else None,
            ("x", key, said[key]) if key in said else None,
        )
        for key in sorted(stored.keys() | said.keys())
        if stored.get(key) != said.get(key)
    ]
    assert list(differing_rows(table(stored), table(said), [1], at_once)) == expected


@pytest.mark.parametrize("at_once", [1, 2, 256])
def test_damaged_keys_are_in_the_order_of_the_database(at_once):
    stored = [(None, "a"), (1, "b"), (2.5, "c"), ("x", "d"), (b"x", "e")]
    said = [(1, "b"), (2, "f"), ("x", "g")]
    assert list(differing_rows(stored, said, [0], at_once)) == [
        ((None, "a"), None),
        (None, (2, "f")),
        ((2.5, "c"), None),
        (("x", "d"), ("x", "g")),
        ((b"x", "e"), None),
    ]
