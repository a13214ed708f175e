"""State of the betting between two steps: chips, live seats, turns."""

from __future__ import annotations

import numpy as np

from rules.hands import Flags, Ints
from rules.pot_hands import POSTS
from rules.replay.pots.acts.act_steps import steps_of
from rules.replay.pots.acts.played_acts import (
    BIG_BLIND,
    EXTRA,
    MISSED_BIG,
    NEW_PLAYER,
    NO_SEAT,
    STUD_GAME,
    Play,
)
from rules.replay.pots.acts.seat_bits import SEATS, bits_of, count, next_after, some_of
from rules.replay.pots.betting.act_context import OPEN_START, nothing_met
from rules.replay.pots.betting.forced_bets import obligations
from rules.replay.pots.betting.raise_rules import most_raises
from rules.replay.pots.betting.unknown_stacks import doubts
from rules.replay.pots.dealing.stud_upcards import Showing
from rules.times import NOT_RECORDED


def among_posts(*posts: int) -> Flags:
    """Flags by position in POSTS; the last is for acts that are no post (-1)."""
    return np.isin(np.arange(len(POSTS) + 1), posts)


# Counted for the pot limit once the action has passed them: OLY-1.22.
LATE_POSTS = among_posts(NEW_PLAYER, MISSED_BIG, EXTRA)


class BettingState:
    """State of all hands between two steps: (H,) by hand, seats as bits; (H * S,) by seat of a hand."""

    def __init__(self, play: Play) -> None:
        self.play, self.steps, self.owed = play, steps_of(play), obligations(play)
        hands, seats = play.dealt.shape
        self.number = np.where(play.hands.present, play.hands.seat, 0).astype(np.int64)  # (H, S)
        self.bit = bits_of(self.number)  # (H, S)
        self.hand, self.kind, self.amount = (
            self.steps.hand,
            self.steps.kind,
            self.steps.amount,
        )  # (N,) of acts
        self.cell = self.hand * seats + self.steps.column
        self.own = self.bit.ravel()[self.cell]  # the bit of the act's seat
        self.column = np.full((hands, SEATS + 1), NO_SEAT, np.int64)  # of a seat by its number
        hand, column = np.nonzero(self.number)
        self.column[hand, self.number[hand, column]] = column
        self.live = some_of(self.bit, play.dealt)
        self.chips = some_of(self.bit, play.stack > 0)  # seats with chips behind
        self.total = np.zeros(hands, np.int64)  # all chips put in
        self.some_late = bool(LATE_POSTS[self.steps.post].any())
        self.left = play.stack.flatten()
        self.front = np.zeros(hands * seats, np.int64)
        self.put = np.zeros(hands * seats, np.int64)  # live chips of rounds that are over
        self.dead = np.zeros(hands * seats, np.int64)
        self.late = np.zeros(hands * seats, np.int64)  # late posts of seats that did not act yet
        self.acted = np.where(
            self.owed.bomb, ~0, 0
        )  # seats that acted in this round; nobody does before a bomb pot's flop
        self.shut = np.zeros(hands, np.int64)  # seats that acted, and not reopened since
        self.acted_at = np.zeros(hands * seats, np.int64)  # the level that the seat's last act left
        self.waits = np.zeros(hands, np.int64)  # seats whose act out of turn waits for its turn
        self.waiting = np.full(hands * seats, -1, np.int64)  # these acts
        self.changed = np.zeros(hands, np.int64)  # seats since whose act somebody bet or raised
        self.nominal = play.rules.betting.blinds.short == "nominal"
        self.level = self.owed.level if self.nominal else np.zeros(hands, np.int64)
        self.floor = np.where(self.owed.blinds, self.level, 0)
        self.increment = np.maximum(play.min_bet, self.owed.level)
        self.behind = np.where(self.level > 0, self.live, 0)  # seats with less than the level in front
        self.raises = (self.owed.due[BIG_BLIND] > 0).astype(
            np.int64
        )  # the blind is the first bet of a fixed limit
        self.capped = np.zeros(hands, np.bool_)
        self.most = most_raises(play)
        self.round = np.zeros(hands, np.int64)
        self.size = play.small_bet.copy()
        before = self.owed.before_opener
        # number of the seat that acted last, or after which the first acts; NOT_RECORDED: the round begins
        self.pointer = np.where(before >= 0, self.number[np.arange(hands), before], NOT_RECORDED)
        self.aggressor = np.full(hands, NO_SEAT, np.int64)
        self.all_in_early = np.zeros(hands, np.bool_)
        self._leave_open()
        self.showing = Showing(play)
        self.met = nothing_met(len(self.hand))

    def _leave_open(self) -> None:
        found = doubts(self.play, self.owed)
        self.doubtful = found.some
        self.stack_unknown = found.stack.ravel()  # (H * S,)
        self.may_be_all = found.may_be_all[self.steps.order]  # (N,) of acts
        self.perhaps_out = some_of(self.bit, found.silent)  # seats that may have no chips left
        self.level_unknown = self.owed.unopened.copy()  # in this round
        self.size_unknown = np.zeros(len(self.play.dealt), np.bool_)  # of raises in this round
        self.left_open = np.zeros(
            len(self.play.dealt), np.bool_
        )  # some act or street is not judged for want of them
        self.unknown = self.owed.unrecorded.copy()

    def _by_seat(self, cells: Ints) -> Ints:
        return cells.reshape(self.bit.shape)

    def _seats(self, bits: Ints, hand: Ints | slice = slice(None)) -> Flags:
        found: Flags = bits[hand][:, None] & self.bit[hand] != 0
        return found

    # ------------------------------------------------------------------ rounds

    def _begin(self, hand: Ints, number: Ints) -> None:
        put, front = self._by_seat(self.put), self._by_seat(self.front)
        put[hand] += front[hand]
        front[hand] = self._by_seat(self.late)[hand] = self._by_seat(self.acted_at)[hand] = 0
        self.acted[hand] = self.shut[hand] = self.behind[hand] = 0
        self.capped[hand] = False
        self.level[hand] = self.floor[hand] = self.raises[hand] = 0
        self.round[hand] = number
        self.size[hand] = self._fixed_size(hand)
        self.increment[hand] = self.play.min_bet[hand]
        self.level_unknown[hand] = self.size_unknown[hand] = False
        self.pointer[hand] = NOT_RECORDED
        self.aggressor[hand] = NO_SEAT
        self.all_in_early[hand] |= count(self._sure_chips(hand)) < 2

    def _fixed_size(self, hand: Ints) -> Ints:
        rules = self.play.rules.betting.fixed_limit
        rounds = self.play.rounds[hand]
        small = np.where(rounds == 2, rules.of_two_rounds, rules.small_bet_rounds)
        return np.where(self.round[hand] < small, self.play.small_bet[hand], self.play.big_bet[hand])

    def _either(self, hand: Ints) -> Flags:
        may: Flags = self.play.fourth_street[hand] == self.round[hand]
        if may.any():
            may = may & self.showing.pair(hand, self._seats(self.live, hand))
        return may

    # ------------------------------------------------------------------ turns

    def _sure_chips(self, hand: Ints) -> Ints:
        return self.live[hand] & self.chips[hand] & ~self.perhaps_out[hand]

    def _sure_needs(self, hand: Ints, needs: Ints) -> Ints:
        """(n,) seats that must act whatever the unrecorded chips. needs: of `_needs`."""
        if not self.doubtful:
            return needs
        chips, acted = self._sure_chips(hand), self.acted[hand]
        # Without any act it may be a bomb pot, whose antes are not on record either; in stud the bring-in is an act.
        begun = (acted != 0) | ~self.owed.no_posts[hand]
        several = begun & (count(chips) > 1) & (self.play.kind[hand] != STUD_GAME)
        not_yet = np.where(several, chips & ~acted, 0)
        return np.where(self.level_unknown[hand], not_yet, self._needs_of(hand, chips))

    def _needs(self, hand: Ints) -> Ints:
        """(n,) seats with chips that have to act; where no other has chips, only if outpaid. Seats that may lack chips count."""
        return self._needs_of(hand, self.live[hand] & self.chips[hand])

    def _needs_of(self, hand: Ints, chips: Ints) -> Ints:
        live = self.live[hand]
        alone = count(chips) < 2
        needs = chips & (self.behind[hand] | np.where(alone, 0, ~self.acted[hand]))
        needs = np.where(count(live) > 1, needs, 0)
        called = np.flatnonzero(alone & (needs != 0))
        if len(called):
            needs[called] &= self._outpaid(hand[called])
        return needs

    def _outpaid(self, hand: Ints) -> Ints:
        front = self._front_of(hand, self.live[hand])
        return some_of(self.bit[hand], front < front.max(axis=1)[:, None])

    def _front_of(self, hand: Ints, seats: Ints) -> Ints:
        return np.where(seats[:, None] & self.bit[hand] != 0, self._by_seat(self.front)[hand], 0)

    def _expected(self, hand: Ints, needs: Ints | None = None) -> Ints:
        needs = self._needs(hand) if needs is None else needs
        pointer, known = self._pointer(hand)
        column = self.column[hand, next_after(needs, np.where(known, pointer, 0))]
        return np.where(known | (needs == 0), column, OPEN_START)

    def _pointer(self, hand: Ints) -> tuple[Ints, Flags]:
        pointer = self.pointer[hand]
        begins = pointer == NOT_RECORDED
        if begins.any():
            fresh = hand[begins]
            pointer = pointer.copy()
            pointer[begins] = self._start(fresh)
        return pointer, pointer != NOT_RECORDED

    def _start(self, hand: Ints) -> Ints:
        start = self.play.dealer[hand]
        stud = self.play.kind[hand] == STUD_GAME
        if not stud.any():
            return start
        later = stud & (self.round[hand] > 0)
        start = np.where(stud, NOT_RECORDED, start)
        start[later] = self.showing.opens(hand[later], self._seats(self.live, hand[later]))
        return start
