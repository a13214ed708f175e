"""Thirteen cards as numbers for bit operations."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS, masks
from rules.hands import Flags

WIDTH = 3  # bits a rank: at most seven cards of a rank
SUIT_WIDTH = 4  # bits a suit: thirteen cards
ONE_OF_EACH = np.uint64(sum(1 << (WIDTH * rank) for rank in range(len(RANKS))))
RED = np.uint64(sum(0b0110 << (4 * rank) for rank in range(len(RANKS))))  # diamonds and hearts
ONE, TWO = np.uint64(1), np.uint64(2)

Codes = NDArray[np.uint8]
Counts = NDArray[np.uint8]


def _rank_bits() -> NDArray[np.uint64]:
    table = np.zeros(256, np.uint64)
    for code in range(52):
        table[code] = 1 << (WIDTH * (code >> 2))
    return table


_RANK_BITS = _rank_bits()
_SUIT_COUNTS = np.array(
    [1 << (SUIT_WIDTH * (code & 3)) if code < 52 else 0 for code in range(256)], np.uint16
)


def of_ranks(ranks: str) -> np.uint64:
    return np.uint64(sum(0b1111 << (4 * RANKS.index(rank)) for rank in ranks))


class Thirteen:
    """Cards of seats (..., 13) and their counts, each computed once."""

    def __init__(self, cards: Codes) -> None:
        self.cards = cards

    @cached_property
    def _by_place(self) -> Codes:
        return np.ascontiguousarray(np.moveaxis(self.cards, -1, 0))

    @cached_property
    def held(self) -> NDArray[np.uint64]:
        """One bit a card."""
        return masks(self.cards)

    @cached_property
    def packed(self) -> NDArray[np.uint64]:
        """Cards of each rank, three bits a rank."""
        found: NDArray[np.uint64] = _RANK_BITS[self._by_place].sum(axis=0, dtype=np.uint64)
        return found

    @cached_property
    def suits(self) -> NDArray[np.uint16]:
        """Cards of each suit, four bits a suit."""
        found: NDArray[np.uint16] = _SUIT_COUNTS[self._by_place].sum(axis=0, dtype=np.uint16)
        return found

    @cached_property
    def _ones(self) -> NDArray[np.uint64]:
        return self.packed & ONE_OF_EACH

    @cached_property
    def _twos(self) -> NDArray[np.uint64]:
        return (self.packed >> ONE) & ONE_OF_EACH

    @cached_property
    def _fours(self) -> NDArray[np.uint64]:
        return (self.packed >> TWO) & ONE_OF_EACH

    @cached_property
    def odd_ranks(self) -> Counts:
        return np.bitwise_count(self._ones)

    @cached_property
    def triplets(self) -> Counts:
        found: Counts = np.bitwise_count(self._ones & self._twos)
        return found

    @cached_property
    def twos_or_threes(self) -> Counts:
        return np.bitwise_count(self._twos)

    @cached_property
    def quads(self) -> Counts:
        return np.bitwise_count(self._fours)

    def among(self, cards: np.uint64) -> Counts:
        """Number of ``cards`` held."""
        found: Counts = np.bitwise_count(self.held & cards)
        return found

    @cached_property
    def suited_run(self) -> Flags:
        """Three cards of one suit in a row, ace high or low: a straight flush is possible."""
        held = self.held
        run = held & (held >> np.uint64(4)) & (held >> np.uint64(8))
        ace_low = (held >> np.uint64(48)) & held & (held >> np.uint64(4)) & np.uint64(15)
        found: Flags = (run | ace_low) != 0
        return found
