"""Rules of raises: their number in a round, half of a raise, and all-ins for less that open the betting again."""

from __future__ import annotations

import numpy as np

from rules.controls.sections.pots import Betting, FixedLimit, HalfRule
from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import FIXED_LIMIT, STUD_GAME, Play


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


def only_brought_in(play: Play, hand: Ints, round_: Ints, raises: Ints) -> Flags:
    """Whether a fixed limit has no bet yet in the first round of stud, so that its opening completes the bring-in."""
    stud = (play.limit[hand] == FIXED_LIMIT) & (play.kind[hand] == STUD_GAME)
    found: Flags = stud & (round_ == 0) & (raises == 0)
    return found


def counted_for_half(
    rules: FixedLimit, fixed: Flags, brought_in: Flags, level: Ints, floor: Ints, size: Ints
) -> tuple[Ints, Ints]:
    """Amount from which chips count towards half of a raise, and the whole raise: under a fixed limit the completion of a bet
    that is all in for less. Over a bring-in, all chips and the small bet, or its completion (AMB-half-over-bring-in).
    """
    whole = np.where(fixed, floor + size - level, size)
    if rules.half_over_bring_in == "of_small_bet":
        return np.where(brought_in, floor, level), np.where(brought_in, size, whole)
    return level, whole


def reopens(betting: Betting, fixed: Flags, half: Flags) -> Flags:
    """Whether all-ins for less than a full raise open the betting again: OLY-1.20, external:TDA-reopening; under a fixed
    limit those of half a bet, in every ruleset (external:RROP-limit).
    """
    without = {"half_rule": half, "full_raise": np.zeros_like(half), "always": np.ones_like(half)}
    return np.where(fixed, half, without[betting.all_in.reopens])


def add_up(betting: Betting, fixed: Flags) -> Flags:
    """Whether all-ins that do not open the betting count together for the seat that faces them (AMB-limit-adds-up)."""
    others = betting.all_in.adds_up
    limit = betting.fixed_limit.adds_up
    return np.where(fixed, others if limit is None else limit, others)
