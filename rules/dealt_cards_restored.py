"""Cards set but not dealt, put back: a hand is scored by its dealt cards (money, rule 8)."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.cards import HAND_SIZE, ROW_SIZES, masks

_ROW_OF = np.repeat(np.arange(len(ROW_SIZES)), ROW_SIZES)  # by place in a hand
_ONE = np.uint64(1)


class Exchanged(Struct, frozen=True, eq=False):
    """cards (H, S, 13): as scored. unclear (H,): the replacements are unknown."""

    cards: NDArray[np.uint8]
    unclear: NDArray[np.bool_]


def put_back(
    cards: NDArray[np.uint8], held: NDArray[np.uint64], dealt: NDArray[np.uint64], tested: NDArray[np.bool_]
) -> Exchanged:
    """Cards as set, with strange ones replaced by those dealt.

    This needs all strange cards of a seat in one row. cards (H, S, 13). held, dealt (H, S): bits. tested (H,).
    """
    known = (np.bitwise_count(held) == HAND_SIZE) & (np.bitwise_count(dealt) == HAND_SIZE)
    differing = known & (held != dealt) & tested[:, None]
    unclear = np.zeros(len(cards), np.bool_)
    if not differing.any():
        return Exchanged(cards, unclear)
    scored = cards.copy()
    for hand, seat in np.argwhere(differing).tolist():
        placed = cards[hand, seat]
        strange = np.flatnonzero(~_among(placed, dealt[hand, seat]))
        if len(set(_ROW_OF[strange].tolist())) > 1:
            unclear[hand] = True
        else:
            scored[hand, seat, strange] = _codes(dealt[hand, seat] & ~held[hand, seat])
    return Exchanged(scored, unclear)


def _among(codes: NDArray[np.uint8], mask: np.uint64) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (masks(codes[:, None]) & mask) != 0
    return found


def _codes(mask: np.uint64) -> NDArray[np.uint8]:
    found: NDArray[np.uint8] = np.flatnonzero(
        np.left_shift(_ONE, np.arange(64, dtype=np.uint64)) & mask
    ).astype(np.uint8)
    return found
