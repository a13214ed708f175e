"""Rows with equal values in some columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Ints


def grouped(*columns: Ints) -> Iterator[tuple[tuple[int, ...], Ints]]:
    """Distinct rows of columns (N,), each with its positions."""
    if not len(columns[0]):
        return
    order = np.lexsort(columns[::-1])
    starts = np.zeros(len(order), np.bool_)
    for each in columns:
        starts[1:] |= each[order][1:] != each[order][:-1]
    starts[0] = True
    firsts = np.flatnonzero(starts)
    for begin, end in zip(firsts.tolist(), [*firsts[1:].tolist(), len(order)], strict=True):
        yield tuple(int(each[order[begin]]) for each in columns), order[begin:end]
