"""Turns that unrecorded chips or openings leave open."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.replay.pots.acts.act_steps import Rows
from rules.replay.pots.acts.played_acts import NO_SEAT
from rules.replay.pots.betting.act_context import IN_TURN, NOT_LIVE, OPEN_START, OUT_OF_TURN, UNJUDGED
from rules.replay.pots.betting.context_noting import Noting


class DoubtfulTurns(Noting):
    """State of all hands, with turns that unrecorded chips leave open."""

    def _unless_doubtful(self, rows: slice, turn: Ints, needs: Ints) -> Ints:
        """(n,) turns of acts; UNJUDGED where seats that may lack chips decide. needs: of `_needs`."""
        hand, column, bit = self.hand[rows], self.steps.column[rows], self.own[rows]
        sure = self._sure_needs(hand, needs)
        first, second = self._expected(hand, needs), self._expected(hand, sure)
        mine = (sure & bit != 0) & ((second == column) | (second == OPEN_START))
        open_ = (turn == IN_TURN) & (sure & bit == 0)
        open_ |= (turn == OUT_OF_TURN) & (first != second)
        certain = (turn == OUT_OF_TURN) & (first != second) & mine
        turn = np.where(certain, IN_TURN, np.where(open_, UNJUDGED, turn))
        turn = np.where(self.level_unknown[hand] & (turn != NOT_LIVE), UNJUDGED, turn)
        return np.where(self.steps.killed[rows] & (turn == OUT_OF_TURN), UNJUDGED, turn)

    def _note_early(self, rows: Rows) -> None:
        """Note cards or runs before a due act; open where only seats that may lack chips had it."""
        hand = self.hand[rows]
        needs = self._needs(hand)
        sure = self._sure_needs(hand, needs)
        self.met.early[rows] = sure != 0
        self.left_open[hand] |= (needs != 0) & (sure == 0)

    def _next_waiting(self, hand: Ints) -> Ints:
        """(n,) column of a waiting seat whose turn it is, or may be."""
        needs = self._needs(hand)
        column = self._expected(hand, needs)
        if not self.doubtful:
            return self._if_waiting(hand, column)
        sure = self._if_waiting(hand, self._expected(hand, self._sure_needs(hand, needs)))
        column = self._if_waiting(hand, column)
        return np.where(column >= 0, column, sure)

    def _if_waiting(self, hand: Ints, column: Ints) -> Ints:
        waits = (column >= 0) & (self.waits[hand] & self.bit[hand, column] != 0)
        return np.where(waits, column, NO_SEAT)
