"""Uncalled bets returned, compared with those due. external:RROP-betting."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import RETURN
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.breaches.breach_rows import BreachRows, of_acts
from rules.replay.pots.division.pot_settlement import Settled


def returns(walk: Walk, settled: Settled) -> Iterator[BreachRows]:
    """Returns of another amount than the uncalled one. A seat's returns in a hand count together."""
    play, acts = walk.play, walk.play.acts
    rows = np.flatnonzero(acts.kind == RETURN)
    hand, column = acts.hand[rows], play.column[rows]
    before, last = _of_one_seat(hand * play.hands.seat.shape[1] + column, acts.amount[rows])
    left = np.maximum(settled.pots.returned[hand, column] - before, 0)
    known = settled.pots.chips_known[hand] & (play.hands.void[hand] != 1)
    wrong, due = np.zeros(len(acts), np.bool_), np.zeros(len(acts), np.int64)
    wrong[rows] = known & np.where(last, acts.amount[rows] != left, acts.amount[rows] > left)
    due[rows] = left
    yield of_acts(play, "return_amount", wrong, due)


def _of_one_seat(key: Ints, amount: Ints) -> tuple[Ints, Flags]:
    order = np.argsort(key, kind="stable")
    new = np.diff(key[order], prepend=-1) != 0
    so_far = np.cumsum(amount[order]) - amount[order]
    before, last = np.zeros_like(amount), np.ones(len(key), np.bool_)
    before[order] = so_far - np.maximum.accumulate(np.where(new, so_far, 0))
    last[order[:-1]] = new[1:]
    return before, last
