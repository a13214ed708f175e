"""Seats whose differences have the same explanation: everything that decides it, as one key a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.narrow import narrow
from rules.replay.engine import ReplayedRows

Columns = NDArray[np.signedinteger[Any]]


def pair_facts(
    replayed: ReplayedRows, which: Ints, royalties: tuple[Ints, Ints] | None, bets: list[Ints], swept: Flags
) -> Columns:
    """(W, P, K) facts that decide an explanation in the pairs of some hands.

    which (W,): positions of the hands. royalties: twice (W, P, 3), units of either side. bets: (W, P) each. swept (H, S):
    seats that won every row of all opponents.
    """
    a, b, seats = replayed.a, replayed.b, replayed.seats
    parts = {name: units[which] for name, units in replayed.parts.items()}
    by_rows, outcome = replayed.by_rows[which], replayed.outcome[which].astype(np.int64)
    fouled = by_rows & (seats.fouled[which][:, a] | seats.fouled[which][:, b])
    facts: list[NDArray[np.generic]] = [replayed.pairs[which], by_rows, outcome, fouled, *parts.values()]
    if "natural" in parts:
        held = seats.natural[which].astype(np.int64)
        facts += [np.where(parts["natural"] != 0, held[:, side], 0) for side in (a, b)]
    if "sweep" in parts:
        by_a = swept[which][:, a]
        facts.append((parts["sweep"] != 0) & np.where(outcome > 4, by_a, swept[which][:, b]))
    if "penalties" in parts:
        facts.append(replayed.compared.by_absence[which])
    if royalties is not None:
        for side, worth in zip((a, b), royalties, strict=True):
            kinds = np.where(worth != 0, seats.kinds[which][:, side], 0)
            facts += [each[..., row] for each in (worth, kinds) for row in range(3)]
    facts += bets
    return np.stack([narrow(each) for each in facts], axis=-1)


def seat_keys(facts: Columns, row: Ints, seat: Ints, a: Ints, b: Ints, seats: int) -> Columns:
    """(N, C) a key for each of some seats: the facts of its pairs in order, and its side in each.

    facts (W, P, K). row (N,): positions in facts. seat (N,): columns, of so many ``seats``.
    """
    places = np.array([np.flatnonzero((a == each) | (b == each)) for each in range(seats)], np.int64)
    mine = places[seat]
    of_pairs = facts[row[:, None], mine].reshape(len(row), -1)
    return np.column_stack((of_pairs, a[mine] == seat[:, None]))


def dense(columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """Rows of columns (N,) that are alike, by (first (D,), which (N,)): the first row of each kind, the kind of each row."""
    found = np.zeros(len(columns[0]), np.int64)
    size = 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if low == high:
            continue
        span = high - low + 1
        if size * span >= 2**62:
            _, found = np.unique(found, return_inverse=True)
            size = int(found.max()) + 1
            if size * span >= 2**62:
                _, column = np.unique(column, return_inverse=True)
                low, span = 0, int(column.max()) + 1
        found *= span
        found += column.astype(np.int64) - low
        size *= span
    _, first, which = np.unique(narrow(found), return_index=True, return_inverse=True)
    return first, which
