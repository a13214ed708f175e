"""Uncalled bets that went back: the amounts on record beside those that were due. external:RROP-betting."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.replay.pots.illegal import Found, of_acts
from rules.replay.pots.play import RETURN
from rules.replay.pots.settled import Settled
from rules.replay.pots.walk import Walk


def returns(walk: Walk, settled: Settled) -> Iterator[Found]:
    """Returns of another amount than was not called."""
    play, acts = walk.play, walk.play.acts
    rows = np.flatnonzero((acts.kind == RETURN) & (play.column >= 0))
    due = np.zeros(len(acts), np.int64)
    due[rows] = settled.pots.returned[acts.hand[rows], play.column[rows]]
    known = np.zeros(len(acts), np.bool_)
    known[rows] = settled.pots.chips_known[acts.hand[rows]] & (play.hands.void[acts.hand[rows]] != 1)
    yield of_acts(play, "return_amount", known & (acts.amount != due), due)
