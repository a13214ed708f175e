"""Positions of listed seats in arrays."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import Ints
from rules.one_value import has_one_value, of_one_value


class Shape(Struct, frozen=True, dict=True):
    """Position of each listed seat in (hands, seats)."""

    hands: int
    width: int
    order: Ints | None  # the listed seats in ascending order, where the log has another
    hand: Ints  # (n,) position of the hand, after ordering
    column: Ints | None  # (n,) None where every hand has ``width`` seats

    @classmethod
    def of(cls, counts: Ints, numbers: Ints) -> Shape:
        hand = np.repeat(np.arange(len(counts)), counts)
        keys = hand * 16 + numbers
        order = None if (keys[1:] >= keys[:-1]).all() else np.argsort(keys, kind="stable")
        width = int(counts.max())
        if (counts == width).all():
            return cls(len(counts), width, order, hand, None)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        return cls(len(counts), width, order, hand, np.arange(len(numbers)) - starts)

    def spread(self, flat: NDArray[Any], empty: int) -> NDArray[Any]:
        """(n, ...) in log order to (hands, seats, ...). ``empty``: value of empty seats."""
        if has_one_value(flat) and flat[(0,) * flat.ndim] == empty:
            return of_one_value(flat.dtype.type(empty), self.hands, self.width, *flat.shape[1:])
        if self.order is not None:
            flat = flat[self.order]
        if self.column is None:
            return flat.reshape(self.hands, self.width, *flat.shape[1:])
        wide = np.full((self.hands, self.width, *flat.shape[1:]), empty, flat.dtype)
        wide[self.hand, self.column] = flat
        return wide

    @cached_property
    def _placed(self) -> Ints:
        assert self.order is not None
        placed = np.empty_like(self.order)
        placed[self.order] = np.arange(len(self.order))
        return placed

    def field(self, listed: int, lines: Ints) -> tuple[int, str]:
        """(line, path) of a listed seat."""
        hand = int(self.hand[listed])
        return int(lines[hand]), f"seats[{listed - int(np.searchsorted(self.hand, hand))}]"

    def place(self, listed: int) -> tuple[int, int]:
        """(hand, seat) position of a listed seat."""
        at = listed if self.order is None else int(self._placed[listed])
        column = at % self.width if self.column is None else int(self.column[at])
        return int(self.hand[at]), column
