"""Times that run backwards in a list, and the misplaced one: shared by the checks of lines and of hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rules.hands import Flags, Ints


class Backward(NamedTuple):
    """Two successive times of which the second is earlier. place: the one out of place; other: the other; both positions.

    late: the first is too late; else the second is too early.
    """

    place: int
    other: int

    @property
    def late(self) -> bool:
        return self.place < self.other


def backward(at: Ints, doubted: Flags | None = None) -> Iterator[Backward]:
    """Backward steps of times (n,), in their order. doubted (n,): times that something else contradicts, too.

    The first of two is out of place where the times around it are in order without it, and it is doubted or later than the
    next but one. Otherwise the second is.
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
