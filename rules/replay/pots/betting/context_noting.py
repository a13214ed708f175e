"""Contexts of acts, noted before the acts change anything."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.act_steps import Rows, among
from rules.replay.pots.acts.played_acts import FIXED_LIMIT
from rules.replay.pots.acts.seat_bits import count, next_after
from rules.replay.pots.betting.betting_state import BettingState
from rules.replay.pots.betting.raise_rules import add_up, half_of


class Noting(BettingState):
    """State of all hands, with each act's context."""

    def _note(self, rows: Rows, to: Ints) -> None:
        met, hand, cell = self.met, self.hand[rows], self.cell[rows]
        met.to[rows] = to
        met.level[rows] = self.level[hand]
        met.front[rows] = self.front[cell]
        met.left[rows] = self.left[cell]
        met.increment[rows] = self.increment[hand]
        met.floor[rows] = self.floor[hand]
        met.raises[rows] = self.raises[hand]
        met.size[rows] = self.size[hand]
        met.pot[rows] = met.counted[rows] = self.total[hand]
        if self.some_late:
            met.counted[rows] -= self._by_seat(self.late)[hand].sum(axis=1) - self.late[cell]
        met.either[rows] = self._either(hand)
        met.capped[rows] = self.capped[hand]
        if self.doubtful:
            met.may_be_all[rows] = self.may_be_all[rows]
            met.level_unknown[rows] = self.level_unknown[hand]
            met.size_unknown[rows] = self.size_unknown[hand]
        met.may_raise[rows] = self._open(rows)
        met.seats_in[rows] = count(self.live[hand])

    def _note_bring_in(self, rows: Ints) -> None:
        """Note who must bring it in: the first from the card's seat with chips that did not fold."""
        hand = self.hand[rows]
        lowest = self.owed.lowest[hand]
        before = np.where(lowest >= 0, self.number[hand, lowest] - 1, 0)
        seats = self.live[hand] & self.chips[hand]
        if self.doubtful:  # who posts it has it to post, and who may be all in need not
            seats &= ~self.perhaps_out[hand] | self.own[rows]
        seats = np.where(lowest >= 0, seats, 0)
        self.met.expected[rows] = self.column[hand, next_after(seats, before)]

    def _note_turn(self, rows: Rows, others: Ints, bit: Ints) -> None:
        met, hand = self.met, self.hand[rows]
        met.last[rows] = others == 0
        rest = self.live[hand] & ~bit
        behind = count(rest & self._sure_chips(hand))
        met.chips_behind[rows] = behind
        met.enough[rows] = met.level[rows]
        alone = behind == 0
        if alone.any():
            most = self._front_of(hand[alone], rest[alone]).max(axis=1)
            met.enough[among(rows, alone)] = np.minimum(met.level[among(rows, alone)], most)

    def _open(self, rows: Rows) -> Flags:
        hand = self.hand[rows]
        shut: Flags = self.shut[hand] & self.own[rows] != 0
        if shut.any():
            shut[shut] = ~self._added_up(hand[shut], self.cell[rows][shut])
        return ~shut

    def _added_up(self, hand: Ints, cell: Ints) -> Flags:
        betting, level, size = self.play.rules.betting, self.level[hand], self.size[hand]
        fixed = self.play.limit[hand] == FIXED_LIMIT
        acted_at = self.acted_at[cell]
        half = half_of(betting.half_rule, level, acted_at, self.floor[hand] + size, size)
        enough = np.where(fixed, half & (level > acted_at), level - acted_at >= self.increment[hand])
        found: Flags = add_up(betting, fixed) & enough
        return found
