"""Chips in the middle and in front after each act."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.replay.pots.acts.played_acts import POST, RETURN
from rules.replay.pots.betting.betting_walk import Walk
from rules.times import NOT_RECORDED


def pot_after(walk: Walk) -> Ints:
    """(N,) contributions by each act's end, less returns; NOT_RECORDED: unknown. Chips out of turn count from their act."""
    acts, met = walk.play.acts, walk.met
    put = np.where(met.made, met.to - met.front, np.where(acts.kind == POST, met.to, 0))
    back = np.where((acts.kind == RETURN) & (acts.amount != NOT_RECORDED), acts.amount, 0)
    total = np.cumsum(put - back)
    first = np.searchsorted(acts.hand, acts.hand)
    after = total - np.where(first > 0, total[np.maximum(first - 1, 0)], 0)
    return np.where(walk.unknown[acts.hand], NOT_RECORDED, np.maximum(after, 0))
