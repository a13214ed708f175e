"""Times that run backwards in a list, and which of the two is out of place: shared by the checks of lines and of hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rules.hands import Flags, Ints


class Backward(NamedTuple):
    """Two times next to each other of which the second is earlier. place: which of the two is out of place; other: the other.

    Both are positions. late: it is the first, which is later than what follows; else the second, which is too early.
    """

    place: int
    other: int

    @property
    def late(self) -> bool:
        return self.place < self.other


def backward(at: Ints, doubted: Flags | None = None) -> Iterator[Backward]:
    """Where times (n,) run backwards, in their order. doubted (n,): times that something else contradicts, too.

    The first of two is out of place where the times around it are in order without it, and the time after both is before it,
    too, or it is doubted. Otherwise it is the second.
    """
    first = np.flatnonzero(at[1:] < at[:-1])
    second = first + 1
    fits = (first == 0) | (at[np.maximum(first - 1, 0)] <= at[second])
    after = np.minimum(second + 1, max(len(at) - 1, 0))
    contradicted = (after > second) & (at[after] < at[first]) & (at[after] >= at[second])
    if doubted is not None:
        contradicted |= doubted[first]
    for one, other, late in zip(first.tolist(), second.tolist(), (fits & contradicted).tolist(), strict=True):
        yield Backward(one, other) if late else Backward(other, one)
