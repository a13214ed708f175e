"""How many raises a round has, and what half of a raise is."""

from __future__ import annotations

import numpy as np

from rules.controls.sections.pots import HalfRule
from rules.hands import Flags, Ints
from rules.replay.pots.play import Play


def most_raises(play: Play) -> Ints:
    """(H,) raises of a round after the bet, under a fixed limit: external:RROP-limit."""
    rules = play.rules.betting.fixed_limit
    return np.where(play.rounds == 2, rules.raises_two_rounds, rules.raises)


def half_of(rule: HalfRule, to: Ints, level: Ints, least: Ints, increment: Ints) -> Flags:
    """Whether chips to an amount are half of a raise: of its increment, of the whole, or of what it raises to (AMB-OLY-50pct).

    ``least``: what the smallest raise is to.
    """
    part, whole = {
        "raise_increment": (to - level, rule.bp * increment),
        "raise_total": (to, (10_000 + rule.bp) * least),
        "raise_to": (to, rule.bp * least),
    }[rule.of]
    found: Flags = part * 10_000 >= whole if rule.inclusive else part * 10_000 > whole
    return found
