"""Recorded pools, by seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct

from rules.cards import ROWS
from rules.hands import NOT_RECORDED, Flags, Hands, Ints, any_seat
from rules.replay.row_replay import ReplayedRows


class RecordedPools(Struct, frozen=True):
    """Pools of a block. outside: (hand, seat number, row or None, amount) of seats not in it."""

    recorded: Flags  # (H,)
    contributions: Ints  # (H, S)
    awards: Ints  # (H, S, 3)
    outside: list[tuple[int, int, int | None, int]]


@lru_cache(maxsize=1)  # three checks read the same block
def pools(hands: Hands) -> RecordedPools:
    recorded = np.zeros(len(hands), np.bool_)
    recorded[list(hands.pools)] = True
    paid_in = [(hand, p.seat, p.amount) for hand, pool in hands.pools.items() for p in pool.contributions]
    paid_out = [
        (hand, p.seat, p.amount, ROWS.index(p.row)) for hand, pool in hands.pools.items() for p in pool.awards
    ]
    contributions = np.zeros(hands.seat.shape, np.int64)
    awards = np.zeros((*hands.seat.shape, 3), np.int64)
    outside: list[tuple[int, int, int | None, int]] = []
    if paid_in:
        hand, seat, amount = _columns(paid_in)
        column, found = _seated(hands, hand, seat)
        np.add.at(contributions, (hand[found], column[found]), amount[found])
        outside += [(h, s, None, a) for h, s, a in _outside(~found, hand, seat, amount)]
    if paid_out:
        hand, seat, amount, row = _columns(paid_out)
        column, found = _seated(hands, hand, seat)
        np.add.at(awards, (hand[found], column[found], row[found]), amount[found])
        outside += [(h, s, r, a) for h, s, r, a in _outside(~found, hand, seat, row, amount)]
    return RecordedPools(recorded, contributions, awards, outside)


def _columns(rows: Sequence[tuple[int, ...]]) -> Iterable[Ints]:
    return np.array(rows, np.int64).T


def _seated(hands: Hands, hand: Ints, seat: Ints) -> tuple[Ints, Flags]:
    """Columns of seats by number, and whether anybody sat there."""
    at_seat = hands.seat[hand] == seat[:, None]
    return at_seat.argmax(axis=1), at_seat.any(axis=1)


def _outside(which: Flags, *columns: Ints) -> Iterable[tuple[int, ...]]:
    return zip(*(column[which].tolist() for column in columns), strict=True)


def sweeper(replayed: ReplayedRows) -> Flags:
    """(H, S) seat with the sole best hand in every row."""
    assert replayed.pool is not None
    best = replayed.pool.best
    sole_best = best & (best.sum(axis=1) == 1)[:, None]
    found: Flags = sole_best.all(axis=-1)
    return found


def beside_the_pool(replayed: ReplayedRows) -> Ints:
    """(H, S) money between players outside the pool; NOT_RECORDED."""
    pool, hands = replayed.pool, replayed.hands
    assert pool is not None
    sole_best, present = sweeper(replayed), hands.present
    units = replayed.scoring.ruleset.sections.pool_extra
    others = (present.sum(axis=1) - 1)[:, None]
    moved = np.where(sole_best, units * others, np.where(any_seat(sole_best)[:, None] & present, -units, 0))
    unit = np.where(hands.unit == NOT_RECORDED, 0, hands.unit)[:, None]
    known = (pool.known & (hands.unit != NOT_RECORDED))[:, None] & present
    return np.where(known, moved * unit, NOT_RECORDED)
