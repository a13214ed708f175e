"""Chips that seats of pot games put in, as far as the record shows it: what sets of seats can win of each other."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.at_most.seat_sets import ENDLESS, Columns, Most
from rules.replay.pots.replay import Replayed


class PutIn(Struct, frozen=True, eq=False):
    """Live chips of seats (W, S), at least and at most, after uncalled ones went back; ENDLESS: nothing limits them. dead: chips
    that belong to the main pot, whoever wins it. in_play: seats that are not on record as having folded.
    """

    low: Ints
    high: Ints
    dead: Ints
    in_play: Flags


def put_in(replayed: Replayed, which: Ints) -> PutIn:
    """What the seats of some hands of a block put in: as recorded, else at most the chips in front of them."""
    outcome, pots, stack = replayed.outcome, replayed.settled.pots, replayed.hands.stack[which]
    live, dealt = outcome.live[which], outcome.dealt[which]
    back = np.where(pots.chips_known[which, None], pots.returned[which], 0)
    known = live != NOT_RECORDED
    in_front = np.where(stack == NOT_RECORDED, ENDLESS, np.maximum(stack, 0))
    return PutIn(
        low=np.where(known & dealt, live - back, 0),
        high=np.where(dealt, np.where(known, live - back, in_front), 0),
        dead=np.where(dealt, np.maximum(outcome.dead[which], 0), 0),
        in_play=outcome.still_in[which],
    )


def of_pots(chips: PutIn) -> Most:
    """What sets of seats can win: of each other seat as much as one of them put in that has not folded, and all dead chips."""

    def most(mine: Columns, others: Columns) -> Ints:
        own, theirs = list(mine), list(others)
        can_win = chips.in_play[:, own].any(axis=1)
        reach = np.where(chips.in_play[:, own], chips.high[:, own], 0).max(axis=1)
        live = np.minimum(chips.high[:, theirs], reach[:, None])
        endless = (live >= ENDLESS).any(axis=1)
        dead = chips.dead[:, theirs].sum(axis=1)
        won = np.where(endless, 0, live.sum(axis=1)) + np.where(can_win, dead, 0)
        beyond = np.maximum(chips.low[:, own] - reach[:, None], 0).sum(axis=1)
        lost = beyond + np.where(can_win, 0, chips.dead[:, own].sum(axis=1))
        return np.where(endless, ENDLESS, won - lost)

    return most
