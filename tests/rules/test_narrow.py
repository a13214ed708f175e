"""Columns in the smallest type that holds them and their negatives."""

from __future__ import annotations

import numpy as np
import pytest

from rules.findings.written import json_text
from rules.hands import NOT_RECORDED
from rules.narrow import Kept, KeptRows, LazyNumbers, narrow, narrow_rows


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([], np.int8),
        ([-127, 127], np.int8),
        ([-128], np.int16),  # its negative is 128
        ([128], np.int16),
        ([32_768], np.int32),
        ([-(2**31)], np.int64),
        ([10**12, -(10**12)], np.int64),
        ([NOT_RECORDED, 1], np.int64),
    ],
)
def test_a_column_keeps_its_values_in_the_smallest_type(values: list[int], kind: type) -> None:
    found = narrow(np.array(values, np.int64))
    assert found.dtype == kind
    assert found.tolist() == values


def test_sums_of_a_narrow_column_are_of_64_bits() -> None:
    assert narrow(np.full(1000, 127, np.int64)).sum() == 127_000


def test_what_holds_or_not_becomes_a_number() -> None:
    assert narrow(np.array([True, False])).tolist() == [1, 0]


def test_only_the_named_columns_of_rows_are_narrowed() -> None:
    rows = np.array([(300, 5), (-1, 6)], [("number", "i8"), ("line", "i4")])
    found = narrow_rows(rows, ("number",))
    assert [found.dtype[name] for name in ("number", "line")] == [np.int16, np.int32]
    assert found.tolist() == [(300, 5), (-1, 6)]


def test_rows_of_different_types_are_joined_in_the_wider_one() -> None:
    one = narrow_rows(np.array([(1,)], [("stated", "i8")]), ("stated",))
    other = narrow_rows(np.array([(10**12,)], [("stated", "i8")]), ("stated",))
    joined = np.zeros(2, np.result_type(one.dtype, other.dtype))
    joined[:1], joined[1:] = one, other
    assert joined.tolist() == [(1,), (10**12,)]


def test_numbers_read_like_a_list_of_them() -> None:
    listed = [3, 41, 10**12]
    numbers = LazyNumbers(np.array(listed))
    assert numbers == listed
    assert listed == numbers
    assert numbers != [3, 41]
    assert (numbers[0], numbers[-1], list(numbers[1:])) == (3, 10**12, [41, 10**12])
    assert all(type(each) is int for each in (*numbers, numbers[0]))


def test_numbers_are_written_as_a_list() -> None:
    assert json_text(LazyNumbers(np.array([3, 41]))) == b"[3,41]"
    assert json_text(LazyNumbers(np.zeros(0, np.int64))) == b"[]"


def test_a_column_of_one_value_is_held_once() -> None:
    kept = Kept("q")
    for size in (3, 0, 5):
        kept.add(np.full(size, NOT_RECORDED))
    assert len(kept) == 8
    assert kept.whole().tolist() == [NOT_RECORDED] * 8
    assert kept.whole().strides == (0,)


@pytest.mark.parametrize(
    "blocks",
    [
        [[]],
        [[7]],
        [[7, 7], [7], [8, 7]],
        [[1, 2], [2, 2]],
        [[], [5, 5], [NOT_RECORDED]],
    ],
)
def test_a_column_has_the_values_of_all_blocks(blocks: list[list[int]]) -> None:
    kept = Kept("q")
    for block in blocks:
        kept.add(np.array(block, np.int64))
    every = [value for block in blocks for value in block]
    assert kept.whole().dtype == np.int64
    assert kept.whole().tolist() == every
    assert len(kept) == len(every)


def test_flags_are_kept_as_flags() -> None:
    kept = Kept("b")
    kept.add(np.array([True, True]))
    kept.add(np.array([False]))
    assert kept.whole().view(np.bool_).tolist() == [True, True, False]


def test_rows_are_as_wide_as_the_widest_block_and_of_the_type_that_holds_all() -> None:
    kept = KeptRows(-1)
    kept.add_nothing(1)
    kept.add(np.array([[1, 2], [3, 4]]))
    kept.add(np.array([[300, 5, 6]]))
    kept.add_nothing(1)
    kept.add(np.array([[7]]))
    kept.widen(4)
    assert kept.whole().dtype == np.int16
    assert kept.whole().tolist() == [
        [-1, -1, -1, -1],
        [1, 2, -1, -1],
        [3, 4, -1, -1],
        [300, 5, 6, -1],
        [-1, -1, -1, -1],
        [7, -1, -1, -1],
    ]
    assert len(kept) == 6


def test_rows_of_nothing_are_not_held() -> None:
    kept = KeptRows(-1)
    kept.add_nothing(3)
    kept.add_nothing(2)
    kept.widen(2)
    assert (len(kept), kept.whole().tolist(), kept.whole().strides) == (5, [[-1, -1]] * 5, (0, 0))
