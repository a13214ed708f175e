"""What columns of hands and seats are read with gives what plain loops give, however the columns lie in memory."""

import numpy as np
import pytest

from rules.cards import JOKER, NO_CARD, UNKNOWN, masks
from rules.hands import any_seat, every_seat, over_seats
from rules.narrow import distinct
from rules.one_value import of_one_value


@pytest.mark.parametrize("width", range(1, 11))
def test_seats_are_put_together_by_hand(width):
    chance = np.random.default_rng(width)
    wide = chance.random((50, width + 3)) < 0.3
    some = np.ascontiguousarray(wide[:, :width])
    for mask in (some, wide[:, 1 : width + 1], np.asfortranarray(some), some[:0], some[7:8], ~some):
        rows = mask.tolist()
        assert any_seat(mask).tolist() == [any(row) for row in rows]
        assert every_seat(mask).tolist() == [all(row) for row in rows]
        assert over_seats(mask).tolist() == [sum(row) for row in rows]
    held_once = of_one_value(np.True_, 3, width)
    assert any_seat(held_once).tolist() == every_seat(held_once).tolist() == [True] * 3
    counts = chance.integers(0, 13, (50, width), np.uint8)
    assert over_seats(counts).tolist() == [sum(row) for row in counts.tolist()]


def test_a_mask_has_the_cards_of_the_deck_alone():
    cards = np.array([[[0, 51, 5], [JOKER, UNKNOWN, 7], [NO_CARD, NO_CARD, 63], [7, 7, 64]]], np.uint8)
    assert masks(cards).tolist() == [[1 | 1 << 51 | 1 << 5, 1 << 7, 0, 1 << 7]]
    assert masks(of_one_value(np.uint8(NO_CARD), 2, 3, 13)).tolist() == [[0] * 3] * 2


@pytest.mark.parametrize("column", [[], [4], [4, 4, 4], [4, 4, 9, 9, 4, 1]])
def test_distinct_values_ascend(column):
    assert distinct(np.array(column, np.int64)).tolist() == sorted(set(column))
