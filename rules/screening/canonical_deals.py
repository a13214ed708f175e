"""Canonical forms of deals: equal for deals that differ by the order of the seats and of the suits alone."""

from __future__ import annotations

import hashlib
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints

Masks = NDArray[np.uint64]  # sets of cards, one bit for each; four bits for the suits of a rank
_BITS = 16  # of a mask that are looked up at once: the suits of four ranks
_PIECES = 4


def _suit_tables() -> NDArray[np.uint16]:
    """(24, 2^16) pieces of a mask after each order of the suits."""
    orders = list(permutations(range(4)))
    whole = np.arange(1 << _BITS, dtype=np.uint32)
    found = np.zeros((len(orders), 1 << _BITS), np.uint16)
    for place, order in enumerate(orders):
        for rank in range(_BITS // 4):
            for suit, becomes in enumerate(order):
                bit = whole >> np.uint32(4 * rank + suit) & np.uint32(1)
                found[place] |= (bit << np.uint32(4 * rank + becomes)).astype(np.uint16)
    return found


_TABLES = _suit_tables()


def canonical(deals: Masks, *, ordered: bool = False) -> Masks:
    """(D, S) the smallest of the 24 orders of suits of deals (D, S), the seats in ascending order; 0: nobody.

    ordered: the columns keep their order.
    """
    turned = np.zeros((len(_TABLES), *deals.shape), np.uint64)
    for piece in range(_PIECES):
        part = (deals >> np.uint64(_BITS * piece)).astype(np.uint16)
        turned |= _TABLES[:, part].astype(np.uint64) << np.uint64(_BITS * piece)
    if not ordered:
        turned.sort(axis=2)
    least = np.zeros(len(deals), np.int64)
    for order in range(1, len(_TABLES)):
        smaller = _is_less(turned[order], turned[least, np.arange(len(deals))])
        least[smaller] = order
    return turned[least, np.arange(len(deals))]


def _is_less(one: Masks, other: Masks) -> NDArray[np.bool_]:
    """(D,) whether rows (D, S) come before others, the first column first."""
    differs = one != other
    first = differs.argmax(axis=1)
    rows = np.arange(len(one))
    found: NDArray[np.bool_] = differs.any(axis=1) & (one[rows, first] < other[rows, first])
    return found


def digests(deals: Masks) -> Ints:
    """(D,) 64 bits of each canonical deal (D, S), with its number of seats."""
    size = deals.itemsize * deals.shape[1]
    whole = np.ascontiguousarray(deals.astype("<u8")).tobytes()
    found = [
        int.from_bytes(hashlib.blake2b(whole[at : at + size], digest_size=8).digest(), "little", signed=True)
        for at in range(0, len(whole), size)
    ]
    return np.array(found, np.int64)
