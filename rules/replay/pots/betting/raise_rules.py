"""Rules of raises: their number, half raises, and short all-ins that reopen the betting."""

from __future__ import annotations

import numpy as np

from rules.controls.sections.pots import Betting, FixedLimit, HalfRule
from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import FIXED_LIMIT, STUD_GAME, Play


def most_raises(play: Play) -> Ints:
    """(H,) raises of a round after the bet under a fixed limit: external:RROP-limit."""
    rules = play.rules.betting.fixed_limit
    return np.where(play.rounds == 2, rules.raises_two_rounds, rules.raises)


def half_of(rule: HalfRule, to: Ints, level: Ints, least: Ints, increment: Ints) -> Flags:
    """Whether ``to`` is half a raise, by increment, total or amount raised to (AMB-OLY-50pct). ``least``: the smallest raise is
    to it.
    """
    part, whole = {
        "raise_increment": (to - level, rule.bp * increment),
        "raise_total": (to, (10_000 + rule.bp) * least),
        "raise_to": (to, rule.bp * least),
    }[rule.of]
    found: Flags = part * 10_000 >= whole if rule.inclusive else part * 10_000 > whole
    return found


def only_brought_in(play: Play, hand: Ints, round_: Ints, raises: Ints) -> Flags:
    """Fixed-limit stud in the first round without a bet: the opening completes the bring-in."""
    stud = (play.limit[hand] == FIXED_LIMIT) & (play.kind[hand] == STUD_GAME)
    found: Flags = stud & (round_ == 0) & (raises == 0)
    return found


def counted_for_half(
    rules: FixedLimit, fixed: Flags, brought_in: Flags, level: Ints, floor: Ints, size: Ints
) -> tuple[Ints, Ints]:
    """Base of half a raise, and the whole raise; under a fixed limit a short all-in's completion. AMB-half-over-bring-in."""
    whole = np.where(fixed, floor + size - level, size)
    if rules.half_over_bring_in == "of_small_bet":
        return np.where(brought_in, floor, level), np.where(brought_in, size, whole)
    return level, whole


def reopens(betting: Betting, fixed: Flags, half: Flags) -> Flags:
    """Whether short all-ins reopen the betting: OLY-1.20, external:TDA-reopening; half a bet under a fixed limit
    (external:RROP-limit).
    """
    without = {"half_rule": half, "full_raise": np.zeros_like(half), "always": np.ones_like(half)}
    return np.where(fixed, half, without[betting.all_in.reopens])


def add_up(betting: Betting, fixed: Flags) -> Flags:
    """Whether short all-ins add up for the seat that faces them (AMB-limit-adds-up)."""
    others = betting.all_in.adds_up
    limit = betting.fixed_limit.adds_up
    return np.where(fixed, others if limit is None else limit, others)
