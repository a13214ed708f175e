"""Columns that are held as one value: read as any others, and kept so wherever they go."""

import numpy as np

from rules.audit import BytesSource
from rules.one_value import has_one_value, of_one_value, taken
from rules.records.carried import pickled, unpickled
from rules.records.reader import LogReader
from tests.cli.kit import hand, log

ABSENT = ("stack", "declared", "surrendered", "aces", "banker", "forced_dealer", "dealt", "dealt_size")


def block_of(*hands):
    (block,) = LogReader().blocks(BytesSource(log(*hands)).chunks())
    return block


def test_a_column_that_holds_its_value_for_each_row_is_not_held_as_one_value():
    assert has_one_value(of_one_value(np.int8(3), 5))
    assert has_one_value(of_one_value(np.int8(3), 5, 2))
    assert not has_one_value(np.full(5, 3, np.int8))
    assert not has_one_value(np.broadcast_to(np.array([1, 2]), (5, 2)))
    assert not has_one_value(of_one_value(np.int8(3), 0))


def test_what_is_taken_of_a_column_of_one_value_is_one():
    some = taken(of_one_value(np.int8(3), 5, 2), np.array([4, 0, 0]))
    assert (some.tolist(), has_one_value(some)) == ([[3, 3]] * 3, True)
    none = taken(of_one_value(np.int8(3), 5, 2), np.array([], np.int64))
    assert none.shape == (0, 2)
    others = taken(np.arange(6).reshape(3, 2), np.array([2, 0]))
    assert (others.tolist(), has_one_value(others)) == ([[4, 5], [0, 1]], False)


def test_what_nobody_recorded_is_held_as_one_value():
    three = {**hand(2), "seats": [*hand(2)["seats"], {**hand(2)["seats"][0], "seat": 9, "player": "p-9"}]}
    for block in (block_of(hand(1), hand(2)), block_of(hand(1), three)):
        assert [name for name in ABSENT if not has_one_value(getattr(block, name))] == []
        assert block.stack.shape == block.seat.shape
        assert block.dealt.shape == (*block.seat.shape, 13)
        assert has_one_value(block.unit)
        assert block.unit.tolist() == [100, 100]


def test_what_one_hand_recorded_is_held_for_each():
    seats = [{**each, "stack": 5000} for each in hand(2)["seats"]]
    block = block_of(hand(1), {**hand(2), "seats": seats, "unit": 500})
    assert not has_one_value(block.stack)
    assert block.stack[1].tolist() == [5000] * len(seats)
    assert block.unit.tolist() == [100, 500]


def test_columns_arrive_as_they_were_sent():
    sent = (of_one_value(np.int64(-7), 3, 2), np.arange(4, dtype=np.int16), np.zeros((0, 3), np.int8))
    one, others, none = unpickled(pickled(sent))
    assert (one.tolist(), one.dtype, has_one_value(one)) == ([[-7, -7]] * 3, np.int64, True)
    assert (others.tolist(), others.dtype) == ([0, 1, 2, 3], np.int16)
    assert none.shape == (0, 3)
    assert len(pickled(of_one_value(np.int64(-7), 100_000))) < 300
