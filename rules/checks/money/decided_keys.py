"""Keys of seats whose differences have one explanation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import Flags, Ints
from rules.narrow import narrow
from rules.replay.row_replay import ReplayedRows

Columns = NDArray[np.signedinteger[Any]]


def pair_facts(
    replayed: ReplayedRows, which: Ints, royalties: tuple[Ints, Ints] | None, bets: list[Ints], swept: Flags
) -> Columns:
    """(W, P, K) facts that decide explanations, by pair.

    which (W,): hands. royalties: of both sides (W, P, 3). bets: (W, P). swept (H, S): seats that won all rows.
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
    """(N, C) keys of seats: facts of the pairs, and the side in each.

    facts (W, P, K). row (N,): in facts. seat (N,): columns of ``seats``.
    """
    places = np.array([np.flatnonzero((a == each) | (b == each)) for each in range(seats)], np.int64)
    mine = places[seat]
    of_pairs = facts[row[:, None], mine].reshape(len(row), -1)
    return np.column_stack((of_pairs, a[mine] == seat[:, None]))


def dense(columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """First row (D,) of each kind, and kind (N,) of each row of columns (N,)."""
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
