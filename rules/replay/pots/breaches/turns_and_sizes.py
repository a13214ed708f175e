"""Turns and sizes of bets: acts compared with their context."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import (  # fmt: skip
    ADD,
    BET,
    CALL,
    CHECK,
    COMPLETE,
    FIXED_LIMIT,
    FOLD,
    POT_LIMIT,
    RAISE,
)
from rules.replay.pots.betting.act_context import CLOSED, NOT_LIVE, OUT_OF_TURN, UNJUDGED
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.raise_rules import most_raises
from rules.replay.pots.breaches.breach_rows import BreachRows, of_acts
from rules.times import NOT_RECORDED


def turns(walk: Walk) -> Iterator[BreachRows]:
    """Acts out of turn, or without a live hand. OLY-1.23-a, OLY-1.26, OLY-1.35, OLY-1.9-b, OLY-2.19-a."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    betting = (acts.kind >= FOLD) & (acts.kind <= COMPLETE)
    number = play.hands.seat[acts.hand, np.maximum(met.expected, 0)].astype(np.int64)
    out = betting & (met.turn == OUT_OF_TURN)
    yield of_acts(play, "out_of_turn", out, number)
    if play.rules.betting.out_of_turn.returned == "due":
        yield of_acts(play, "out_of_turn_not_returned", out & met.made & met.changed)
    yield of_acts(play, "take_back_not_due", met.back)
    yield of_acts(play, "betting_closed", betting & (met.turn == CLOSED) & (acts.kind >= BET))
    yield of_acts(play, "hand_not_live", betting & (met.turn == NOT_LIVE))
    away = play.pot.here[acts.hand, np.maximum(play.column, 0)] == 0
    yield of_acts(play, "absent_acted", betting & (acts.kind != FOLD) & away & (acts.by < 0))
    yield of_acts(play, "chips_added", acts.kind == ADD)


def sizes(walk: Walk) -> Iterator[BreachRows]:
    """Bets, calls and raises of a wrong size, and raises where none was open."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    most = met.front + met.left
    call = np.minimum(met.level, most)
    # Who need not act breaks nothing by a check or a call; and what turns on chips not on record is not tested.
    due = met.made & (met.turn != CLOSED) & (met.turn != UNJUDGED) & ~met.level_unknown
    yield of_acts(play, "check_facing_bet", due & (acts.kind == CHECK) & (met.enough > met.front), call)
    over = met.made & (acts.kind >= CALL) & (acts.amount > most)
    yield of_acts(play, "over_stack", over, most)
    stated = (acts.amount != NOT_RECORDED) & ~over
    least = np.where(met.may_be_all, met.front, np.maximum(np.minimum(met.enough, most), met.front))
    right = (acts.amount <= call) & (acts.amount >= least)
    yield of_acts(play, "call_amount", due & (acts.kind == CALL) & stated & ~right, call)
    all_in = (met.to == most) | met.may_be_all
    raises = met.made & np.isin(acts.kind, (BET, RAISE, COMPLETE)) & ~(all_in & (met.to <= met.level))
    raises &= (met.turn != UNJUDGED) & ~met.level_unknown
    limit = play.limit[acts.hand]
    raises &= limit >= 0
    shut = raises & ~met.may_raise & (met.to > met.level) & ~met.size_unknown
    yield of_acts(play, "raise_not_open", shut, met.level)
    raises &= ~shut
    yield from _least(walk, raises & (limit != FIXED_LIMIT), most)
    yield from _pot_limit(walk, raises & (limit == POT_LIMIT))
    yield from _fixed(walk, raises & (limit == FIXED_LIMIT), most)


def least_raise(walk: Walk) -> Ints:
    """(N,) amount of the smallest raise; under a fixed limit the only one. OLY-1.17, external:RROP-limit."""
    play, met = walk.play, walk.met
    fixed = play.limit[play.acts.hand] == FIXED_LIMIT
    increment = np.where(fixed, met.size, met.increment)
    if play.rules.betting.raise_.first == "by_double":
        first = ~fixed & (met.level > 0) & (met.raises <= 1)  # of a bet; what opens is no raise
        increment = np.where(first, 2 * increment, increment)
    return met.floor + increment


def _least(walk: Walk, raises: Flags, most: Ints) -> Iterator[BreachRows]:
    """Bets below the big blind, raises below the last one. OLY-1.17, external:TDA-minimum-bet."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    short = raises & (met.to < most) & ~met.may_be_all  # all in for less is no breach
    opening = met.level == 0
    least = play.min_bet[acts.hand]
    yield of_acts(play, "bet_too_small", short & opening & (met.to < least), least)
    due = least_raise(walk)
    yield of_acts(play, "raise_too_small", short & ~opening & ~met.size_unknown & (met.to < due), due)


def _pot_limit(walk: Walk, raises: Flags) -> Iterator[BreachRows]:
    """Bets over the pot after a call, with both blinds in full before the flop: OLY-1.22, external:TDA-pot-limit."""
    play, met, rules = walk.play, walk.met, walk.play.rules.betting.pot_limit
    pot = met.counted if rules.posts_out_of_order == "after_passed" else met.pot
    if rules.short_blinds == "nominal":
        pot = pot + np.where(play.round == 0, walk.owed.unposted[play.acts.hand], 0)
    due = met.level + pot + met.level - met.front
    yield of_acts(play, "over_pot", raises & ~walk.unknown[play.acts.hand] & (met.to > due), due)


def raises_used_up(walk: Walk) -> Flags:
    """(N,) acts without a raise left under a fixed limit. Two seats may go on, unless a third was in when it was reached."""
    play, met = walk.play, walk.met
    hand = play.acts.hand
    found: Flags = (play.limit[hand] == FIXED_LIMIT) & (met.raises > most_raises(play)[hand])
    if play.rules.betting.fixed_limit.heads_up == "unlimited":
        found &= (met.seats_in != 2) | met.capped
    return found


def _fixed(walk: Walk, raises: Flags, most: Ints) -> Iterator[BreachRows]:
    """Bets other than the round's, and raises too many: external:RROP-limit."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    raises &= ~met.size_unknown
    many = raises & raises_used_up(walk) & (met.to > met.level)
    yield of_acts(play, "too_many_raises", many, met.level)
    due, all_in = least_raise(walk), (met.to == most) | met.may_be_all
    big = met.floor + play.big_bet[acts.hand]
    right = (met.to == due) | all_in & (met.to < due) | met.either & (met.to == big)
    yield of_acts(play, "wrong_bet_size", raises & ~many & ~right & (met.size > 0), due)
