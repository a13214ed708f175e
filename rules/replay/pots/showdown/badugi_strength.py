"""Badugi: most cards of different ranks and suits, then the lowest; aces low."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS

SIZE = 4  # cards of a hand
_RANK_BITS = (1 << (((np.arange(256) >> 2) + 1) % len(RANKS))).astype(np.uint16)  # the ace is the lowest bit
_SUIT_BITS = (1 << (np.arange(256) & 3)).astype(np.uint8)


def badugi(cards: NDArray[np.uint8]) -> NDArray[np.int16]:
    """(n, 4) known cards to (n,) strengths; higher is better."""
    ranks, suits = _RANK_BITS[cards], _SUIT_BITS[cards]
    best = np.zeros(len(cards), np.int16)
    for size in range(1, SIZE + 1):
        for places in combinations(range(SIZE), size):
            together, of_suits = ranks[:, places[0]], suits[:, places[0]]
            for place in places[1:]:
                together, of_suits = together | ranks[:, place], of_suits | suits[:, place]
            different = (_BITS[together] == size) & (_BITS[of_suits] == size)
            np.maximum(best, np.where(different, _by_ranks()[together], 0), out=best)
    return best


_BITS = np.array([each.bit_count() for each in range(1 << len(RANKS))], np.int8)


@cache
def _by_ranks() -> NDArray[np.int16]:
    sets = [each for each in range(1, 1 << len(RANKS)) if _BITS[each] <= SIZE]
    sets.sort(key=lambda each: (int(_BITS[each]), -each))
    found = np.zeros(1 << len(RANKS), np.int16)
    found[sets] = np.arange(1, len(sets) + 1)
    return found
