"""Turns where seats may have no chips left, or the opening of the round is not on record."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.replay.pots.acts.act_steps import Rows
from rules.replay.pots.acts.played_acts import NO_SEAT
from rules.replay.pots.betting.act_context import IN_TURN, NOT_LIVE, OPEN_START, OUT_OF_TURN, UNJUDGED
from rules.replay.pots.betting.context_noting import Noting


class DoubtfulTurns(Noting):
    """The state of all hands, with the turns that chips not on record leave open."""

    def _unless_doubtful(self, rows: slice, turn: Ints, needs: Ints) -> Ints:
        """(n,) turns of acts of betting, UNJUDGED where seats that may have no chips decide them. needs: of `_needs`."""
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
        """Notes whether somebody has to act before cards or a run; open where only seats that may have no chips would."""
        hand = self.hand[rows]
        needs = self._needs(hand)
        sure = self._sure_needs(hand, needs)
        self.met.early[rows] = sure != 0
        self.left_open[hand] |= (needs != 0) & (sure == 0)

    def _next_waiting(self, hand: Ints) -> Ints:
        """(n,) the column of a waiting act's seat whose turn it is, or may be where another may have no chips."""
        needs = self._needs(hand)
        column = self._expected(hand, needs)
        if not self.doubtful:
            return self._if_waiting(hand, column)
        sure = self._if_waiting(hand, self._expected(hand, self._sure_needs(hand, needs)))
        column = self._if_waiting(hand, column)
        return np.where(column >= 0, column, sure)

    def _if_waiting(self, hand: Ints, column: Ints) -> Ints:
        """(n,) columns of seats whose act waits; NO_SEAT of others."""
        waits = (column >= 0) & (self.waits[hand] & self.bit[hand, column] != 0)
        return np.where(waits, column, NO_SEAT)
