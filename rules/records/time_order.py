"""Times that run backwards, and the misplaced one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rules.hands import Flags, Ints


class Backward(NamedTuple):
    """Two successive times, the second earlier. place: the misplaced one; other: the other; positions. late: the first is too
    late.
    """

    place: int
    other: int

    @property
    def late(self) -> bool:
        return self.place < self.other


def backward(at: Ints, doubted: Flags | None = None) -> Iterator[Backward]:
    """Backward steps of times (n,). doubted (n,): contradicted otherwise, too.

    The first is misplaced if times are in order without it and it is doubted or later than the next but one; else the second.
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
