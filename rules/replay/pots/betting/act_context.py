"""Context of each act, in columns that rules of betting compare."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import NO_SEAT

OPEN_START = -2  # who acts first is not known: whoever does
IN_TURN, OUT_OF_TURN, CLOSED, NOT_LIVE, UNJUDGED = range(5)


_OPEN = ("may_be_all", "level_unknown", "size_unknown")


class ActContext(Struct, eq=False):
    """Context before each of N acts; zeros for other acts than betting, and in hands with unknown acts.

    An act out of turn that waited has that of its turn.
    """

    turn: Ints  # (N,) IN_TURN, OUT_OF_TURN, CLOSED, NOT_LIVE, UNJUDGED
    expected: Ints  # (N,) column of the seat whose turn, or whose bring-in, it was when the act happened; NO_SEAT, OPEN_START
    level: Ints  # (N,) the most in front of any seat, or the blinds and the bring-in in full
    enough: Ints  # (N,) what a call comes to at least: the level; where no other seat has chips, the most that one has in front
    front: Ints  # (N,) in front of the seat
    left: Ints  # (N,) behind it
    to: Ints  # (N,) what counts in front of the seat after the act; what it put in, of a post
    increment: Ints  # (N,) the last full bet or raise, or what it must at least be
    floor: Ints  # (N,) what a raise adds the increment to: the level, or less where a short all-in is to be completed
    raises: Ints  # (N,) bets and raises of the round so far
    size: Ints  # (N,) the fixed bet of the round
    pot: Ints  # (N,) all chips put in
    counted: Ints  # (N,) those that count for the pot limit
    may_raise: Flags  # (N,) the betting is open to the seat
    last: Flags  # (N,) nobody is to act after the seat, if it does not raise
    seats_in: Ints  # (N,) seats with live hands
    chips_behind: Ints  # (N,) other live seats with chips left
    changed: Flags  # (N,) bet or raised before the turn of an act out of turn came
    back: Flags  # (N,) a `take_back` of chips that were waiting and had to stand
    early: Flags  # (N,) a card that came while a seat had to act
    made: Flags  # (N,) an act of betting that stood: in turn, or when its turn came
    either: Flags  # (N,) the small or the big bet may be made
    may_be_all: Flags  # (N,) the chips of the seat are not known, and these may be all of them
    level_unknown: Flags  # (N,) what the round was opened for, or what was raised to, is not on record
    size_unknown: Flags  # (N,) a raise of the round is short, unless it was all in, which is not on record
    capped: Flags  # (N,) the last raise of a fixed limit was made while more than two seats were in


def nothing_met(acts: int) -> ActContext:
    """Empty context of acts."""
    flags = {"may_raise", "last", "changed", "back", "early", "made", "capped", "either", *_OPEN}
    columns: dict[str, Any] = {
        each: np.zeros(acts, np.bool_ if each in flags else np.int64) for each in ActContext.__struct_fields__
    }
    columns["turn"][:] = UNJUDGED
    columns["expected"][:] = NO_SEAT
    return ActContext(**columns)


def in_log_order(met: ActContext, order: Ints) -> ActContext:
    """Context in log order. order: (N,) position of each act in the block."""
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return ActContext(*(getattr(met, each).take(back) for each in ActContext.__struct_fields__))
