"""Sets of seats as bits, seat 1 the lowest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints

SEATS = 10


def bits_of(number: Ints) -> Ints:
    """(...) bit of a seat's number; 0 for 0, no seat."""
    return np.where(number > 0, np.int64(1) << np.maximum(number - 1, 0), 0)


def some_of(bits: Ints, mask: Flags) -> Ints:
    """(H, S) to (H,): bits of the flagged seats."""
    found: Ints = np.where(mask, bits, 0).sum(axis=1)
    return found


def count(seats: Ints) -> NDArray[np.uint8]:
    """(n,) seats in a set."""
    return np.bitwise_count(seats)


def next_after(seats: Ints, number: Ints) -> Ints:
    """(n,) first of some seats after a number (0 to 10), clockwise; 0: none."""
    return _NEXT.take(seats * (SEATS + 1) + number)


def next_seat(number: Ints, among: Flags, after: Ints) -> Ints:
    """(H,) first of ``among`` (H, S) clockwise after a number; 0: none. number: (H, S)."""
    distance = np.where(among, (number - after[:, None] - 1) % SEATS, SEATS)
    column = distance.argmin(axis=1)
    return np.where(among.any(axis=1), number[np.arange(len(number)), column], 0)


def _table() -> Ints:
    numbers = np.arange(1, SEATS + 1)
    held = (np.arange(1 << SEATS)[:, None] & bits_of(numbers)).astype(np.bool_)
    distance = (numbers - np.arange(SEATS + 1)[:, None] - 1) % SEATS
    first = np.where(held[:, None, :], distance, SEATS).argmin(axis=2) + 1
    return np.where(held.any(axis=1, keepdims=True), first, 0).ravel()


_NEXT = _table()
