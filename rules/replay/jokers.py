"""Jokers as wild cards in rows. AMB-JOKER.

A joker is any card, also one that is held: five of a kind is possible. Each row is its best, or the best that does not foul.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from rules.cards import JOKER, RANKS, ROW_SIZES
from rules.replay.row_strengths import NO_STRENGTH, RANK_KEYS, Scale

_STARTS = (0, 3, 8)
_ALL = range(len(RANKS))


def stand_in(strength: NDArray[np.int16], cards: NDArray[np.uint8], scale: Scale, value: str) -> None:
    """Put strengths of rows with jokers (H, S, 3) in place. ``value``: best_row, best_legal."""
    for hand, seat in zip(
        *(axis.tolist() for axis in np.nonzero((cards == JOKER).any(axis=-1))), strict=True
    ):
        most = np.iinfo(np.int16).max
        for row in (2, 1, 0):
            first = _STARTS[row]
            codes = tuple(cards[hand, seat, first : first + ROW_SIZES[row]].tolist())
            if JOKER in codes:
                strength[hand, seat, row] = _best(scale, codes, most)
            if value == "best_legal" and strength[hand, seat, row] != NO_STRENGTH:
                most = int(strength[hand, seat, row])


def _best(scale: Scale, codes: tuple[int, ...], most: int) -> int:
    naturals = [code for code in codes if code != JOKER]
    if any(code > JOKER for code in naturals) or len(set(naturals)) < len(naturals):
        return NO_STRENGTH
    suited = len({code & 3 for code in naturals}) <= 1 and len(codes) > ROW_SIZES[0]
    reached = _reached(scale, tuple(sorted(code >> 2 for code in naturals)), len(codes), suited)
    return max((each for each in reached if each <= most), default=min(reached))


@cache
def _reached(scale: Scale, ranks: tuple[int, ...], size: int, suited: bool) -> frozenset[int]:
    found = set()
    for others in combinations_with_replacement(_ALL, size - len(ranks)):
        row = (*ranks, *others)
        alike = len(set(row)) == 1
        if alike and size > ROW_SIZES[0]:
            found.add(int(scale.fives_alike[row[0]]))
            continue
        total = sum(RANK_KEYS[rank] for rank in row)
        found.add(int((scale.three if size == ROW_SIZES[0] else scale.five)[total]))
        if suited and len(set(row)) == size:
            found.add(int(scale.five_suited[total]))
    return frozenset(found - {NO_STRENGTH})
