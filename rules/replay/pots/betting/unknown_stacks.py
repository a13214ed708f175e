"""Chips that the record leaves open: unknown stacks, and acts that may be all in.

Such a seat has chips as long as it acts; after its last act it may have none.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags
from rules.replay.pots.acts.played_acts import CALL, COMPLETE, FOLD, NO_SEAT, POST, Play, killed
from rules.replay.pots.betting.forced_bets import Obligations
from rules.times import NOT_RECORDED

_SAID_NOT = 0  # of `all_in`


class Doubts(Struct, frozen=True, eq=False):
    """Open points of the record. H hands, S seats, N acts."""

    stack: Flags  # (H, S) seats dealt in whose chips are not known
    silent: Flags  # (H, S) of these, the ones that may have put all in by a post that is not on record
    may_be_all: Flags  # (N,) acts that may have put in all chips of such a seat

    @property
    def some(self) -> bool:
        """Whether any stack is unknown."""
        return bool(self.stack.any())


def doubts(play: Play, owed: Obligations) -> Doubts:
    """Open points of a block's record."""
    acts = play.acts
    stack = play.dealt & ((play.hands.stack == NOT_RECORDED) | owed.unrecorded[:, None])
    mine = ((acts.kind == POST) | ((acts.kind >= FOLD) & (acts.kind <= COMPLETE))) & ~killed(acts)
    rows = np.flatnonzero(mine & (play.column != NO_SEAT))
    last = np.full(stack.shape, -1, np.int64)
    np.maximum.at(last, (acts.hand[rows], play.column[rows]), rows)
    ends = np.zeros(len(acts), np.bool_)
    ends[last[last >= 0]] = True
    ends &= acts.all_in != _SAID_NOT
    puts = (acts.kind == POST) | ((acts.kind >= CALL) & (acts.kind <= COMPLETE))
    open_ = stack[acts.hand, np.maximum(play.column, 0)] & (play.column != NO_SEAT)
    return Doubts(
        stack=stack,
        silent=stack & owed.unrecorded[:, None] & (last < 0),
        may_be_all=puts & open_ & (ends | (acts.all_in == 1)),
    )
