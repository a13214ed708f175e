"""Sets of cards that seats of a long log held, and those that come again."""

import numpy as np

from rules.checks.support.held_cards import HeldCards


def test_many_sets_of_cards_are_compared_in_parts():
    chosen = np.random.default_rng(5)
    packed = chosen.integers(0, 1 << 52, (1 << 20) + 3, np.uint64)
    packed[-3:] = packed[[7, 70_000, 7]]
    seats = np.ones(len(packed), np.int8)
    held = HeldCards(packed | np.uint64(4 << 52 | 13 << 56), seats)
    assert set(held.repeated().tolist()) == {int(packed[7]), int(packed[70_000])}
    assert HeldCards(packed[:-3], seats[:-3]).repeated().tolist() == []
