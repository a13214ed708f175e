"""Contributions of seats in pot games: bounds of what sets of seats can win."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.replay.at_most.seat_sets import ENDLESS, Most, Sets
from rules.replay.pots.block_replay import ReplayedPots


class PutIn(Struct, frozen=True, eq=False):
    """(W, S) live chips less uncalled ones; ENDLESS: no limit. dead: of the main pot. in_play: not recorded as folded."""

    low: Ints
    high: Ints
    dead: Ints
    in_play: Flags


def put_in(replayed: ReplayedPots, which: Ints) -> PutIn:
    """Contributions of seats: as recorded, else at most the stack."""
    outcome, pots, stack = replayed.outcome, replayed.settled.pots, replayed.hands.stack[which]
    live, dealt = outcome.live[which], outcome.dealt[which]
    back = np.where(pots.chips_known[which, None], pots.returned[which], 0)
    known = live != NOT_RECORDED
    open_ = (stack == NOT_RECORDED) | replayed.walk.owed.unrecorded[
        which, None
    ]  # dead posts may be missing, too
    in_front = np.where(open_, ENDLESS, np.maximum(stack, 0))
    return PutIn(
        low=np.where(known & dealt, live - back, 0),
        high=np.where(dealt, np.where(known, live - back, in_front), 0),
        dead=np.where(dealt, np.maximum(outcome.dead[which], 0), 0),
        in_play=outcome.still_in[which],
    )


def of_pots(chips: PutIn) -> Most:
    """The most that sets of seats can win: of other seats up to their deepest live contribution, and all dead chips."""

    def most(rows: slice, sets: Sets) -> Ints:
        low, high, dead, in_play = (each[rows] for each in (chips.low, chips.high, chips.dead, chips.in_play))
        reach = np.zeros((len(low), len(sets.mine)), np.int64)
        can_win = in_play.astype(np.int64) @ sets.counts > 0
        seats = range(low.shape[1])
        for seat in seats:
            deep = np.where(in_play[:, seat], high[:, seat], 0)[:, None]
            np.maximum(reach, deep * sets.counts[seat], out=reach)
        won = np.where(can_win, dead @ sets.counts_of_others, -(dead @ sets.counts))
        endless = np.zeros(reach.shape, np.bool_)
        for seat in seats:
            theirs = np.minimum(high[:, seat, None], reach)
            without = theirs >= ENDLESS
            endless |= without & sets.others[:, seat]
            won += np.where(without, 0, theirs) * sets.counts_of_others[seat]
            won -= np.maximum(low[:, seat, None] - reach, 0) * sets.counts[seat]
        return np.where(endless, ENDLESS, won)

    return most
