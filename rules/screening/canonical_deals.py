"""Canonical forms of deals: equal for deals that differ by the order of the seats and of the suits alone."""

from __future__ import annotations

import hashlib
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints

Masks = NDArray[np.uint64]  # sets of cards, one bit for each; four bits for the suits of a rank
_ABOVE_ALL = np.uint64(np.iinfo(np.uint64).max)
_BITS = 8  # of a mask that are looked up at once: the suits of two ranks


def _suit_tables() -> NDArray[np.uint8]:
    """(24, 256) bytes of a mask after each order of the suits."""
    orders = list(permutations(range(4)))
    whole = np.arange(1 << _BITS, dtype=np.uint8)
    found = np.zeros((len(orders), 1 << _BITS), np.uint8)
    for place, order in enumerate(orders):
        for rank in range(_BITS // 4):
            for suit, becomes in enumerate(order):
                bit = whole >> np.uint8(4 * rank + suit) & np.uint8(1)
                found[place] |= bit << np.uint8(4 * rank + becomes)
    return found


_TABLES = _suit_tables()


def canonical(deals: Masks, *, ordered: bool = False) -> Masks:
    """(D, S) the smallest of the 24 orders of suits of deals (D, S), the seats in ascending order; 0: nobody.

    ordered: the columns keep their order.
    """
    pieces = np.ascontiguousarray(deals.astype("<u8")).view(np.uint8)
    if ordered:
        return _masks(_TABLES[_least_in_order(deals, pieces)[:, None], pieces])
    turned = _masks(np.take(_TABLES, pieces, axis=1))
    turned.sort(axis=2)
    least = turned[..., 0].argmin(axis=0)
    alike = np.flatnonzero((turned[..., 0] == turned[least, np.arange(len(deals)), 0]).sum(axis=0) > 1)
    least[alike] = _least_of(turned[:, alike])
    found: Masks = turned[least, np.arange(len(deals))]
    return found


def _masks(pieces: NDArray[np.uint8]) -> Masks:
    """(…, S) masks of their bytes (…, 8 S)."""
    return pieces.view("<u8").astype(np.uint64, copy=False)


def _least_in_order(deals: Masks, pieces: NDArray[np.uint8]) -> Ints:
    """(D,) the first order of suits that gives the smallest of deals (D, S), whose columns keep their order. Of a deal whose
    order is settled the later columns are not looked at.
    """
    left = np.ones((len(_TABLES), len(deals)), np.bool_)  # orders that are the smallest by the columns so far
    open_ones = np.arange(len(deals))
    for column in np.flatnonzero(deals.any(axis=0)).tolist():
        some = pieces[open_ones, 8 * column : 8 * column + 8]
        turned = _masks(np.take(_TABLES, some, axis=1))[..., 0]
        still = left[:, open_ones]
        still &= turned == np.where(still, turned, _ABOVE_ALL).min(axis=0)
        left[:, open_ones] = still
        open_ones = open_ones[np.count_nonzero(still, axis=0) > 1]
        if not len(open_ones):
            break
    found: Ints = left.argmax(axis=0)
    return found


def _least_of(turned: Masks) -> Ints:
    """(D,) the first order of suits that gives the smallest of (24, D, S), the first column first."""
    left = np.ones(turned.shape[:2], np.bool_)  # orders that are the smallest by the columns so far
    for column in np.moveaxis(turned, 2, 0):
        left &= column == np.where(left, column, _ABOVE_ALL).min(axis=0)
    found: Ints = left.argmax(axis=0)
    return found


def digests(deals: Masks) -> Ints:
    """(D,) 64 bits of each canonical deal (D, S), with its number of seats."""
    size = deals.itemsize * deals.shape[1]
    whole = np.ascontiguousarray(deals.astype("<u8")).tobytes()
    found = [hashlib.sha256(whole[at : at + size]).digest()[:8] for at in range(0, len(whole), size)]
    return np.frombuffer(b"".join(found), "<i8").astype(np.int64)
