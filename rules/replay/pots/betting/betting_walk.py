"""Chips followed act by act for all hands: step k takes each hand's k-th act.

The walk notes contexts (`ActContext`) and judges nothing. Illegal bets count, dead hands' chips do not; chips beyond the stack
count up to it. Chips out of turn wait for it (OLY-1.26-a).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.replay.pots.acts.act_steps import Rows, among
from rules.replay.pots.acts.played_acts import (
    ANTE,
    BIG_BLIND,
    BRING_IN,
    CALL,
    CARD,
    CHECK,
    DEAD,
    FIXED_LIMIT,
    FOLD,
    MISSED_SMALL,
    NO_SEAT,
    SMALL_BLIND,
    STRADDLE,
    TABLE_ANTE,
    TAKE_BACK,
    Play,
)  # fmt: skip
from rules.replay.pots.acts.seat_bits import count, some_of
from rules.replay.pots.betting.act_context import (
    CLOSED,
    IN_TURN,
    NOT_LIVE,
    OPEN_START,
    OUT_OF_TURN,
    UNJUDGED,
    ActContext,
    in_log_order,
)
from rules.replay.pots.betting.betting_state import LATE_POSTS, among_posts
from rules.replay.pots.betting.doubtful_turns import DoubtfulTurns
from rules.replay.pots.betting.forced_bets import Obligations
from rules.replay.pots.betting.raise_rules import counted_for_half, half_of, only_brought_in, reopens
from rules.times import NOT_RECORDED

_STRADDLE = 2  # times the bet before, where the ruleset says nothing of straddles
_DEAD_POSTS = among_posts(MISSED_SMALL, DEAD, TABLE_ANTE)
_TURNS = among_posts(STRADDLE, BRING_IN)  # after which the next seat acts


class Walk(Struct, frozen=True, eq=False):
    """Chips of H hands at their end. S seats."""

    play: Play
    owed: Obligations
    met: ActContext
    live: Ints  # (H, S) live chips put in, uncalled ones too
    dead: Ints  # (H, S) dead chips put in
    left: Ints  # (H, S) chips behind
    folded: Flags  # (H, S) dealt in, and not live at the end
    folded_at: Ints  # (H, S) the place of the act by which it folded; beyond all acts where it did not
    last_bettor: Ints  # (H,) column of the seat that bet or raised last in the last round; NO_SEAT
    all_in_early: Flags  # (H,) before the last round at most one seat had chips
    unknown: Flags  # (H,) posts, or an act with all chips of an unknown stack, were not recorded: amounts are not known
    left_open: Flags  # (H,) a turn, an amount or a street is not judged for want of chips on record


def walk(play: Play) -> Walk:
    """Follow the chips of a block."""
    return _Walker(play).run()


class _Walker(DoubtfulTurns):
    def run(self) -> Walk:
        for begins in self.steps.begins:
            self._step(*map(slice, begins, begins[1:]))
        everyone = np.arange(len(self.level))
        self._resolve(everyone, np.zeros(len(everyone), np.bool_))
        met = in_log_order(self.met, self.steps.order)
        return Walk(
            play=self.play,
            owed=self.owed,
            met=met,
            live=self._by_seat(self.put + self.front),
            dead=self._by_seat(self.dead),
            left=self._by_seat(self.left),
            folded=self.play.dealt & ~self._seats(self.live),
            folded_at=self._folded_at(met),
            last_bettor=self.aggressor,
            all_in_early=self.all_in_early,
            unknown=self.unknown,
            left_open=self.left_open,
        )

    def _folded_at(self, met: ActContext) -> Ints:
        acts = self.play.acts
        found = np.full(self.bit.shape, np.iinfo(np.int64).max)
        rows = np.flatnonzero((acts.kind == FOLD) & (met.turn != NOT_LIVE))
        found[acts.hand[rows], self.play.column[rows]] = acts.place[rows]
        return found

    def _step(self, posts: slice, bets: slice, runs: slice, backs: slice, others: slice) -> None:
        hand = self.hand[posts.start : others.stop]
        if self.waits[hand].any():
            self._resolve(hand, self.kind[posts.start : others.stop] == TAKE_BACK)
        for rows, follow in (
            (others, self._cards), (posts, self._post), (bets, self._bet), (runs, self._run), (backs, self._take_back),
        ):  # fmt: skip
            if rows.start < rows.stop:
                follow(rows)

    # ------------------------------------------------------------------ rounds

    def _cards(self, rows: slice) -> None:
        dealt = among(rows, self.steps.deals[rows])
        self._note_early(dealt)
        began = dealt[self.steps.begins_round[dealt]]
        self._begin(self.hand[began], self.steps.round[began])
        self.showing.add(self.steps.order[among(rows, self.kind[rows] == CARD)])

    # ------------------------------------------------------------------ turns

    def _resolve(self, hand: Ints, takes_back: Flags) -> None:
        while True:
            waiting = hand[(self.waits[hand] != 0) & ~takes_back]
            if not len(waiting):
                return
            column = self._next_waiting(waiting)
            bit = np.where(column >= 0, self.bit[waiting, column], 0)
            there = bit != 0
            if not there.any():
                return
            hands = waiting[there]
            rows = self.waiting[hands * self.bit.shape[1] + column[there]]
            self.met.changed[rows] = self.changed[hands] & bit[there] != 0
            self._wait_no_more(rows)
            self._make(rows, self._needs(hands))

    # ------------------------------------------------------------------ acts

    def _post(self, rows: slice) -> None:
        """Put posts in. They are no acts: the poster still acts in turn."""
        hand, cell, post = self.hand[rows], self.cell[rows], self.steps.post[rows]
        left = self.left[cell]
        amount = np.minimum(self.amount[rows], left)
        self._note(rows, amount)
        self._note_bring_in(among(rows, post == BRING_IN))
        self.total[hand] += amount
        self._leave(rows, left - amount)
        dead, ante = _DEAD_POSTS[post] | ((post == SMALL_BLIND) & self.owed.both.ravel()[cell]), post == ANTE
        self.dead[cell] += np.where(dead, amount, 0)
        self.put[cell] += np.where(ante, amount, 0)
        live = ~dead & ~ante
        self.front[cell] += np.where(live, amount, 0)
        self.late[cell] += np.where(LATE_POSTS[post], amount, 0)
        counts = np.where(live, self.front[cell], 0)
        if self.nominal:
            straddles = post == STRADDLE
            counts = np.where(straddles, self._straddle(rows, straddles), counts)
        self.level[hand] = np.maximum(self.level[hand], counts)
        self.behind[hand] = some_of(
            self.bit.take(hand, axis=0),
            self._by_seat(self.front).take(hand, axis=0) < self.level[hand][:, None],
        )
        self._open_by_post(among(rows, live), amount[live])

    def _straddle(self, rows: slice, straddles: Flags) -> Ints:
        """(n,) counted amounts: in full for a seat without chips; unknown where it may have none."""
        hand, cell, rules = self.hand[rows], self.cell[rows], self.play.rules.betting.straddle
        full = (rules.multiplier if rules else _STRADDLE) * self.level[hand]
        front = self.front[cell]
        self.level_unknown[hand] |= straddles & self.may_be_all[rows] & (front < full)
        found: Ints = np.where(self.left[cell] == 0, np.maximum(front, full), front)
        return found

    def _open_by_post(self, rows: Ints, amount: Ints) -> None:
        hand, post = self.hand[rows], self.steps.post[rows]
        self.increment[hand] = np.maximum(self.increment[hand], self.level[hand])
        self.floor[hand] = self.level[hand]
        turns = _TURNS[post]
        self.pointer[hand[turns]] = self.steps.seat[rows[turns]]
        blinds = hand[post == BIG_BLIND]
        self.raises[blinds] = np.maximum(self.raises[blinds], 1)  # the first bet of a fixed limit
        brings = post == BRING_IN
        rows, hand, amount = rows[brings], hand[brings], amount[brings]
        opens = amount >= self.size[hand]
        self._acts(hand, self.own[rows])
        self.acted_at[self.cell[rows]] = self.level[hand]
        self.floor[hand] = np.where(opens, amount, 0)
        self.raises[hand] += opens
        self.aggressor[hand] = np.where(opens, self.steps.column[rows], self.aggressor[hand])

    def _bet(self, rows: slice) -> None:
        hand, column = self.hand[rows], self.steps.column[rows]
        needs = self._needs(hand)
        expected = self._expected(hand, needs)
        bit = self.own[rows]
        live, may = self.live[hand] & bit != 0, needs & bit != 0
        in_turn = live & ((expected == column) | ((expected == OPEN_START) & may))
        turn = np.where(in_turn, IN_TURN, np.where(expected == NO_SEAT, CLOSED, OUT_OF_TURN))
        turn = np.where(~live, NOT_LIVE, np.where(self.steps.killed[rows] & ~in_turn, UNJUDGED, turn))
        self.met.turn[rows] = turn
        self.met.expected[rows] = expected
        folds = self.kind[rows] == FOLD
        if self.doubtful:
            turn = self._unless_doubtful(rows, turn, needs)
            self.met.turn[rows] = turn
            self.left_open[hand] |= (turn == UNJUDGED) & ~self.steps.killed[rows]
            in_turn = (turn == IN_TURN) | ((turn == UNJUDGED) & ~self.steps.killed[rows])
        idle = (self.kind[rows] == CHECK) | (self.kind[rows] == CALL)
        in_turn |= (turn == CLOSED) & idle  # who need not act may check, and call what nobody covers
        if in_turn.all():
            self._make(rows, needs)
            return
        waits = (turn == OUT_OF_TURN) & ~folds
        waiting = among(rows, waits)
        self.waiting[self.cell[waiting]] = waiting
        self.waits[hand[waits]] |= bit[waits]
        self.changed[hand[waits]] &= ~bit[waits]
        several = count(self.live[hand]) > 1  # the last hand is not thrown away
        early_folds = (turn != NOT_LIVE) & folds & ~in_turn & several
        self.live[hand[early_folds]] &= ~bit[early_folds]
        self._make(among(rows, in_turn), needs[in_turn])
        unmade = among(rows, ~in_turn & ~waits)
        self._note(unmade, self.front[self.cell[unmade]])

    def _acts(self, hand: Ints, bit: Ints) -> None:
        self.acted[hand] |= bit
        self.shut[hand] |= bit

    def _leave(self, rows: Rows, left: Ints) -> None:
        self.left[self.cell[rows]] = left
        self.chips[self.hand[rows]] &= ~np.where(left > 0, 0, self.own[rows])
        if self.doubtful:
            self.perhaps_out[self.hand[rows]] |= np.where(self.may_be_all[rows], self.own[rows], 0)

    def _make(self, rows: Rows, needs: Ints) -> None:
        hand, cell, kind, bit = self.hand[rows], self.cell[rows], self.kind[rows], self.own[rows]
        front, left, level = self.front[cell], self.left[cell], self.level[hand]
        stated = self.amount[rows]
        silent = np.where(kind == CALL, np.minimum(level, front + left), front + left)
        to = np.where(stated == NOT_RECORDED, silent, np.minimum(stated, front + left))
        to = np.where((kind == CHECK) | (kind == FOLD), front, np.maximum(to, front))
        endless = (stated == NOT_RECORDED) & self.stack_unknown[cell] & (kind >= CALL)
        endless &= (kind != CALL) | self.may_be_all[rows]
        to = np.where(endless, np.maximum(level, front), to)
        self.left_open[hand] |= self.may_be_all[rows] & (kind == CALL) & (to < level)
        self._note(rows, to)
        self._note_turn(rows, needs & ~bit, bit)
        self.met.made[rows] = True
        self.front[cell] = to
        self.total[hand] += to - front
        self.unknown[hand] |= endless
        self.level_unknown[hand] |= endless
        unknown_and_gone = (self.steps.all_in[rows] == 1) & self.stack_unknown[cell]
        self._leave(rows, np.where(unknown_and_gone, 0, left - (to - front)))
        unsaid = (stated == NOT_RECORDED) & (kind == CALL) & self.level_unknown[hand]  # it may have been all
        self.perhaps_out[hand] |= np.where(unsaid, bit, 0)
        self.live[hand] &= ~np.where(kind == FOLD, bit, 0)
        owes = (to < level) & (kind != CALL)  # a call that was too short and stood is over
        self.behind[hand] = np.where(owes, self.behind[hand] | bit, self.behind[hand] & ~bit)
        self.late[cell] = 0
        self._acts(hand, bit)
        self.pointer[hand] = self.steps.seat[rows]
        higher = to > level
        self._raise(among(rows, higher), to[higher])
        self.acted_at[cell] = self.level[hand]
        changes = higher if self._only_raises_change else higher | (to > front)
        self.changed[hand[changes]] = ~0

    @property
    def _only_raises_change(self) -> bool:
        return self.play.rules.betting.out_of_turn.changed_by == "bet_or_raise"

    def _raise(self, rows: Ints, to: Ints) -> None:
        if not len(rows):
            return
        hand, bit = self.hand[rows], self.own[rows]
        level, increment, floor = self.level[hand], self.increment[hand], self.floor[hand]
        fixed = self.play.limit[hand] == FIXED_LIMIT
        size = np.where(fixed, self._played_size(hand, to - level), increment)
        full = to >= floor + size
        all_in = self.left[self.cell[rows]] == 0
        self.size_unknown[hand] |= ~full & ~all_in & self.may_be_all[rows]
        self.left_open[hand] |= self.size_unknown[hand]
        half = self._half(hand, to, floor, size)
        counts = full | half | ~all_in
        short = counts & ~full
        own_size = np.maximum(to - level, self.play.min_bet[hand])
        self.increment[hand] = np.where(full & ~fixed, own_size, self._short(to, level, increment, short))
        self.floor[hand] = self._floor(to, floor, floor + size, fixed & ~counts, short & ~fixed)
        self.level[hand] = to
        self.behind[hand] = ~bit
        self.size[hand] = np.where(fixed, size, self.size[hand])
        self.raises[hand] += counts
        self.capped[hand] |= (self.raises[hand] > self.most[hand]) & (count(self.live[hand]) > 2)
        self.aggressor[hand] = self.steps.column[rows]
        opened = ~all_in | full | reopens(self.play.rules.betting, fixed, half)
        self.shut[hand[opened]] = 0
        self.shut[hand] |= bit

    def _floor(self, to: Ints, floor: Ints, least: Ints, to_be_completed: Flags, short: Flags) -> Ints:
        """Base of the next raise: the last one's amount, except for a fixed bet to be completed."""
        if self.play.rules.betting.all_in.next == "complete_then_raise":
            to = np.where(short, least, to)
        return np.where(to_be_completed, floor, to)

    def _short(self, to: Ints, level: Ints, increment: Ints, short: Flags) -> Ints:
        if self.play.rules.betting.all_in.next == "allin_increment_doubles":
            return np.where(short, to - level, increment)
        return increment

    def _half(self, hand: Ints, to: Ints, floor: Ints, size: Ints) -> Flags:
        """Whether chips above the level are at least half of a raise: OLY-1.19, OLY-1.20."""
        betting = self.play.rules.betting
        brought_in = only_brought_in(self.play, hand, self.round[hand], self.raises[hand])
        fixed, level = self.play.limit[hand] == FIXED_LIMIT, self.level[hand]
        base, whole = counted_for_half(betting.fixed_limit, fixed, brought_in, level, floor, size)
        return half_of(betting.half_rule, to, base, floor + size, whole)

    def _played_size(self, hand: Ints, more: Ints) -> Ints:
        """Fixed bet that is played: with a pair on fourth street of stud the big bet, if it was bet."""
        size, big = self.size[hand], self.play.big_bet[hand]
        return np.where((more >= big) & self._either(hand), big, size)

    def _run(self, rows: slice) -> None:
        hand = self.hand[rows]
        self._note_early(rows)
        self.met.chips_behind[rows] = count(self._sure_chips(hand))

    def _take_back(self, rows: slice) -> None:
        hand = self.hand[rows]
        self.met.back[rows] = self.waits[hand] & self.changed[hand] & self.own[rows] == 0
        self._wait_no_more(rows)

    def _wait_no_more(self, rows: Rows) -> None:
        self.waits[self.hand[rows]] &= ~self.own[rows]
