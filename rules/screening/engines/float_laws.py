"""Laws of counts in floats, and of sums of independent ones.

Chances below 1e-300 are left out: they are slow, and all together less than 1e-290 of a law.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

_LEFT_OUT = 1e-300

Chances = NDArray[np.float64]


class FloatLaw(NamedTuple):
    """A law of a count: (n,) the chances of ``least`` and each number after it."""

    chances: Chances
    least: int = 0

    def plus(self, other: Self) -> FloatLaw:
        """The law of the sum of two independent counts."""
        chances = np.convolve(self.chances, other.chances)
        there = np.flatnonzero(chances >= _LEFT_OUT)
        first, last = int(there[0]), int(there[-1])
        return FloatLaw(chances[first : last + 1], self.least + other.least + first)

    def times(self, number: int) -> FloatLaw:
        """The law of the sum of so many independent counts of this law, which is doubled, and doubled again."""
        found, doubled = NOTHING, self
        while number:
            if number & 1:
                found = found.plus(doubled)
            number >>= 1
            if number:
                doubled = doubled.plus(doubled)
        return found

    def tail(self, found: int, tilt: float = 1.0) -> float:
        """Chance of so many or more, of which one of c more weighs the tilt to the power of -c."""
        from_ = max(0, found - self.least)
        above = self.least + np.arange(from_, len(self.chances), dtype=np.float64) - found
        return float(self.chances[from_:] @ tilt**-above)


NOTHING = FloatLaw(np.ones(1))  # the law of no count at all


def law_of(chances: Iterable[float]) -> FloatLaw:
    """The law of a count by the chances of 0, 1, 2, …"""
    return FloatLaw(np.array(list(chances))).plus(NOTHING)
