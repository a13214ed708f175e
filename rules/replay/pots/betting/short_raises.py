"""Bets and raises below a full one: the only acts where readings of a short all-in differ in chips."""

from __future__ import annotations

import numpy as np

from rules.controls.sections.pots import HalfRule
from rules.hands import Flags
from rules.replay.pots.acts.played_acts import FIXED_LIMIT
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.raise_rules import counted_for_half, half_of, only_brought_in


def short_raises(walk: Walk) -> Flags:
    """(N,) bets and raises below a full one."""
    play, met = walk.play, walk.met
    hand = play.acts.hand
    fixed = np.maximum(met.size, play.big_bet[hand])  # the most that a full one can be
    full = met.floor + np.where(play.limit[hand] == FIXED_LIMIT, fixed, met.increment)
    found: Flags = met.made & (met.to > met.level) & (met.to < full)
    return found


def halves_apart(walk: Walk, rule: HalfRule) -> Flags:
    """(N,) of these, half raises by exactly one of this rule and the played one."""
    play, met = walk.play, walk.met
    hand, fixed_limit = play.acts.hand, play.rules.betting.fixed_limit
    fixed_bets = play.limit[hand] == FIXED_LIMIT
    size = np.where(fixed_bets, met.size, met.increment)
    brought_in = only_brought_in(play, hand, play.round, met.raises)
    base, whole = counted_for_half(fixed_limit, fixed_bets, brought_in, met.level, met.floor, size)
    mine, theirs = (
        half_of(each, met.to, base, met.floor + size, whole) for each in (play.rules.betting.half_rule, rule)
    )
    found: Flags = short_raises(walk) & ((mine != theirs) | met.either)
    return found
