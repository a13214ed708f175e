"""Cases of a session parted by whose they are, at once for all: what the indicators of players count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.screening.engines.marked import MarkedStratum


def parted(keys: NDArray[Any], *columns: NDArray[Any]) -> Iterator[tuple[int, list[NDArray[Any]]]]:
    """Each of the keys (n,) in order, with its own parts of columns (n,), which keep their order."""
    order = np.argsort(keys, kind="stable")
    ordered, own = keys[order], [each[order] for each in columns]
    starts = np.flatnonzero(
        np.concatenate((np.ones(min(len(keys), 1), np.bool_), ordered[1:] != ordered[:-1]))
    )
    ends = [*starts[1:].tolist(), len(keys)]
    for key, start, end in zip(ordered[starts].tolist(), starts.tolist(), ends, strict=False):
        yield key, [each[start:end] for each in own]


def tables_of_all(
    hand: Ints, whose: NDArray[Any], by: NDArray[Any], marked: Flags, among: Sequence[int]
) -> Iterator[tuple[int, int, MarkedStratum, Ints]]:
    """The table of each whose cases these are with each of those by whom a case can be favourable, all in order.

    Cases (n,): the position of the hand, whose case it is, by whom it is favourable, whether it is marked. among: all of the
    latter, ascending. Of a table come the two, the counts, and the positions of the hands that are both.
    """
    owners, row = np.unique(whose, return_inverse=True)
    cell, shape = row * len(among) + np.searchsorted(np.array(among), by), (len(owners), len(among))
    favourable = np.bincount(cell, minlength=len(owners) * len(among)).reshape(shape)
    both = np.bincount(cell[marked], minlength=len(owners) * len(among)).reshape(shape)
    shown, ends = hand[marked][np.argsort(cell[marked], kind="stable")], np.cumsum(both).reshape(shape)
    totals = favourable.sum(axis=1), both.sum(axis=1)
    columns = (each.tolist() for each in (owners, *totals, favourable, both, ends))
    for owner, cases, hits, *counts in zip(*columns, strict=True):
        for other, own, found, end in zip(among, *counts, strict=True):
            yield owner, other, MarkedStratum(cases, hits, own, found), shown[end - found : end]
