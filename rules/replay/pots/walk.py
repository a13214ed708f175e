"""The chips followed act by act, for all hands at a time: step k takes the k-th act of every hand that has one.

The walk makes no judgement. It notes what each act met (`Met`), so that every rule of the betting is a comparison of columns
of acts, and it lets chips stand as the room did: an illegal bet counts; chips of a hand that is not live, or after the betting
was closed, do not; chips beyond the stack count up to it. Chips bet out of turn wait for their turn (OLY-1.26-a).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints
from rules.pot_hands import POSTS
from rules.replay.pots.around import SEATS, bits_of, count, next_after, some_of
from rules.replay.pots.met import (
    CLOSED,
    IN_TURN,
    NOT_LIVE,
    OPEN_START,
    OUT_OF_TURN,
    UNJUDGED,
    Met,
    in_log_order,
    nothing_met,
)
from rules.replay.pots.obligations import Obligations, obligations
from rules.replay.pots.play import (
    ANTE,
    BIG_BLIND,
    BRING_IN,
    CALL,
    CARD,
    CHECK,
    DEAD,
    EXTRA,
    FIXED_LIMIT,
    FOLD,
    MISSED_BIG,
    MISSED_SMALL,
    NEW_PLAYER,
    NO_SEAT,
    PLENTY,
    SMALL_BLIND,
    STRADDLE,
    STUD_GAME,
    TABLE_ANTE,
    TAKE_BACK,
    Play,
)  # fmt: skip
from rules.replay.pots.raising import add_up, counted_for_half, half_of, most_raises, only_brought_in, reopens
from rules.replay.pots.showing import Showing
from rules.replay.pots.steps import Rows, among, steps_of
from rules.times import NOT_RECORDED

_STRADDLE = 2  # times the bet before, where the ruleset says nothing of straddles


def _among_posts(*posts: int) -> Flags:
    """By the position of a post in POSTS, whether it is one of some; the last is of acts that are no post (-1)."""
    return np.isin(np.arange(len(POSTS) + 1), posts)


_DEAD_POSTS = _among_posts(MISSED_SMALL, DEAD, TABLE_ANTE)
# Counted for the pot limit once the action has passed them: OLY-1.22.
_LATE_POSTS = _among_posts(NEW_PLAYER, MISSED_BIG, EXTRA)
_TURNS = _among_posts(STRADDLE, BRING_IN)  # after which the next seat acts


class Walk(Struct, frozen=True, eq=False):
    """The chips of H hands followed to their end. S seats."""

    play: Play
    owed: Obligations
    met: Met
    live: Ints  # (H, S) live chips put in, uncalled ones too
    dead: Ints  # (H, S) dead chips put in
    left: Ints  # (H, S) chips behind
    folded: Flags  # (H, S) dealt in, and not live at the end
    folded_at: Ints  # (H, S) the place of the act by which it folded; beyond all acts where it did not
    last_bettor: Ints  # (H,) column of the seat that bet or raised last in the last round; NO_SEAT
    all_in_early: Flags  # (H,) before the last round at most one seat had chips
    unknown: Flags  # (H,) an act put in all chips of a stack that was not recorded: amounts are not known


def walk(play: Play) -> Walk:
    """Follow the chips of a block."""
    return _Walker(play).run()


class _Walker:
    """The state of all hands between two steps. Arrays are (H,) by hand, with sets of seats as bits; and by seat (H * S,), where
    a cell is the place of a seat of a hand.
    """

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
        self.some_late = bool(_LATE_POSTS[self.steps.post].any())
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
        self.unknown = np.zeros(hands, np.bool_)
        self.showing = Showing(play)
        self.met = nothing_met(len(self.hand))

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
        )

    def _folded_at(self, met: Met) -> Ints:
        acts = self.play.acts
        found = np.full(self.bit.shape, np.iinfo(np.int64).max)
        rows = np.flatnonzero((acts.kind == FOLD) & (met.turn != NOT_LIVE))
        found[acts.hand[rows], self.play.column[rows]] = acts.place[rows]
        return found

    def _by_seat(self, cells: Ints) -> Ints:
        """(H * S,) to (H, S)."""
        return cells.reshape(self.bit.shape)

    def _seats(self, bits: Ints, hand: Ints | slice = slice(None)) -> Flags:
        """(n, S) which seats of some hands are in a set (H,)."""
        found: Flags = bits[hand][:, None] & self.bit[hand] != 0
        return found

    def _step(self, posts: slice, bets: slice, runs: slice, backs: slice, others: slice) -> None:
        """The acts at one place of their hands' lists, those of each kind after one another."""
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
        """Cards begin rounds; and one that comes while a seat has to act is early."""
        dealt = among(rows, self.steps.deals[rows])
        self.met.early[dealt] = self._expected(self.hand[dealt]) != NO_SEAT
        began = dealt[self.steps.begins_round[dealt]]
        self._begin(self.hand[began], self.steps.round[began])
        self.showing.add(self.steps.order[among(rows, self.kind[rows] == CARD)])

    def _begin(self, hand: Ints, number: Ints) -> None:
        """A new round: what is in front goes into the middle."""
        put, front = self._by_seat(self.put), self._by_seat(self.front)
        put[hand] += front[hand]
        front[hand] = self._by_seat(self.late)[hand] = self._by_seat(self.acted_at)[hand] = 0
        self.acted[hand] = self.shut[hand] = self.behind[hand] = 0
        self.capped[hand] = False
        self.level[hand] = self.floor[hand] = self.raises[hand] = 0
        self.round[hand] = number
        self.size[hand] = self._fixed_size(hand)
        self.increment[hand] = self.play.min_bet[hand]
        self.pointer[hand] = NOT_RECORDED
        self.aggressor[hand] = NO_SEAT
        self.all_in_early[hand] |= count(self.live[hand] & self.chips[hand]) < 2

    def _fixed_size(self, hand: Ints) -> Ints:
        """The fixed bet of a round: external:RROP-limit."""
        rules = self.play.rules.betting.fixed_limit
        rounds = self.play.rounds[hand]
        small = np.where(rounds == 2, rules.of_two_rounds, rules.small_bet_rounds)
        return np.where(self.round[hand] < small, self.play.small_bet[hand], self.play.big_bet[hand])

    # ------------------------------------------------------------------ turns

    def _needs(self, hand: Ints) -> Ints:
        """(n,) seats that have to act: with chips, and either not acted in the round or with less than the level in front.

        Where no other seat has chips, a seat acts only if one put in more than it.
        """
        live = self.live[hand]
        chips = live & self.chips[hand]
        alone = count(chips) < 2
        needs = chips & (self.behind[hand] | np.where(alone, 0, ~self.acted[hand]))
        needs = np.where(count(live) > 1, needs, 0)
        called = np.flatnonzero(alone & (needs != 0))
        if len(called):
            needs[called] &= self._outpaid(hand[called])
        return needs

    def _outpaid(self, hand: Ints) -> Ints:
        """(n,) seats with less in front than the most that a live seat has, of some hands."""
        front = self._front_of(hand, self.live[hand])
        return some_of(self.bit[hand], front < front.max(axis=1)[:, None])

    def _front_of(self, hand: Ints, seats: Ints) -> Ints:
        """(n, S) what some seats (n,) have in front; 0 of the others."""
        return np.where(seats[:, None] & self.bit[hand] != 0, self._by_seat(self.front)[hand], 0)

    def _expected(self, hand: Ints, needs: Ints | None = None) -> Ints:
        """(n,) the column of the seat whose turn it is; NO_SEAT: nobody's, OPEN_START: not known. needs: those of the hands."""
        needs = self._needs(hand) if needs is None else needs
        pointer, known = self._pointer(hand)
        column = self.column[hand, next_after(needs, np.where(known, pointer, 0))]
        return np.where(known | (needs == 0), column, OPEN_START)

    def _pointer(self, hand: Ints) -> tuple[Ints, Flags]:
        """(n,) the number of the seat before the one that acts first or next, and whether it is known."""
        pointer = self.pointer[hand]
        begins = pointer == NOT_RECORDED
        if begins.any():
            fresh = hand[begins]
            pointer = pointer.copy()
            pointer[begins] = self._start(fresh)
        return pointer, pointer != NOT_RECORDED

    def _start(self, hand: Ints) -> Ints:
        """The number of the seat before the one that opens a round: the button's, or in stud by the cards that show."""
        start = self.play.dealer[hand]
        stud = self.play.kind[hand] == STUD_GAME
        if not stud.any():
            return start
        later = stud & (self.round[hand] > 0)
        start = np.where(stud, NOT_RECORDED, start)
        start[later] = self.showing.opens(hand[later], self._seats(self.live, hand[later]))
        return start

    def _resolve(self, hand: Ints, takes_back: Flags) -> None:
        """Acts out of turn whose turn has come are made, but where the chips go back just now."""
        while True:
            waiting = hand[(self.waits[hand] != 0) & ~takes_back]
            if not len(waiting):
                return
            column = self._expected(waiting)
            bit = np.where(column >= 0, self.bit[waiting, column], 0)
            there = self.waits[waiting] & bit != 0
            if not there.any():
                return
            hands = waiting[there]
            rows = self.waiting[hands * self.bit.shape[1] + column[there]]
            self.met.changed[rows] = self.changed[hands] & bit[there] != 0
            self._wait_no_more(rows)
            self._make(rows, self._needs(hands))

    # ------------------------------------------------------------------ acts

    def _post(self, rows: slice) -> None:
        """Blinds, antes and other posts. They are no acts: who posts acts in turn."""
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
        self.late[cell] += np.where(_LATE_POSTS[post], amount, 0)
        counts = np.where(live, self.front[cell], 0)
        if self.nominal:
            counts = np.where(post == STRADDLE, self._straddle(rows), counts)
        self.level[hand] = np.maximum(self.level[hand], counts)
        self.behind[hand] = some_of(
            self.bit.take(hand, axis=0),
            self._by_seat(self.front).take(hand, axis=0) < self.level[hand][:, None],
        )
        self._open_by_post(among(rows, live), amount[live])

    def _straddle(self, rows: slice) -> Ints:
        """(n,) what straddles count for: in full where the seat has no chips left."""
        cell, rules = self.cell[rows], self.play.rules.betting.straddle
        full = (rules.multiplier if rules else _STRADDLE) * self.level[self.hand[rows]]
        front = self.front[cell]
        found: Ints = np.where(self.left[cell] == 0, np.maximum(front, full), front)
        return found

    def _open_by_post(self, rows: Ints, amount: Ints) -> None:
        """Posts as the first bet; the bring-in as a bet that is still to be completed."""
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
        """So many chips are left behind the seats of acts."""
        self.left[self.cell[rows]] = left
        self.chips[self.hand[rows]] &= ~np.where(left > 0, 0, self.own[rows])

    def _make(self, rows: Rows, needs: Ints) -> None:
        """Acts whose turn it is: note what they met, and let them stand. needs: (n,) the seats that had to act."""
        hand, cell, kind, bit = self.hand[rows], self.cell[rows], self.kind[rows], self.own[rows]
        front, left, level = self.front[cell], self.left[cell], self.level[hand]
        stated = self.amount[rows]
        silent = np.where(kind == CALL, np.minimum(level, front + left), front + left)
        to = np.where(stated == NOT_RECORDED, silent, np.minimum(stated, front + left))
        to = np.where((kind == CHECK) | (kind == FOLD), front, np.maximum(to, front))
        endless = (stated == NOT_RECORDED) & (to >= PLENTY // 2)
        if endless.any():
            self.unknown[hand[endless]] = True
            to = np.where(endless, np.maximum(level, front), to)
        self._note(rows, to)
        self._note_turn(rows, needs & ~bit, bit)
        self.met.made[rows] = True
        self.front[cell] = to
        self.total[hand] += to - front
        unknown_and_gone = (self.steps.all_in[rows] == 1) & (left > PLENTY // 2)
        self._leave(rows, np.where(unknown_and_gone, 0, left - (to - front)))
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
        """More than the level: what it makes of increment, floor and the number of raises, and for whom it opens the betting."""
        if not len(rows):
            return
        hand, bit = self.hand[rows], self.own[rows]
        level, increment, floor = self.level[hand], self.increment[hand], self.floor[hand]
        fixed = self.play.limit[hand] == FIXED_LIMIT
        size = np.where(fixed, self._played_size(hand, to - level), increment)
        full = to >= floor + size
        all_in = self.left[self.cell[rows]] == 0
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
        """What the next raise is added to: what was raised to, but for a fixed bet that is still to be completed."""
        if self.play.rules.betting.all_in.next == "complete_then_raise":
            to = np.where(short, least, to)
        return np.where(to_be_completed, floor, to)

    def _short(self, to: Ints, level: Ints, increment: Ints, short: Flags) -> Ints:
        """The increment after an all-in for less than a full raise."""
        if self.play.rules.betting.all_in.next == "allin_increment_doubles":
            return np.where(short, to - level, increment)
        return increment

    def _half(self, hand: Ints, to: Ints, floor: Ints, size: Ints) -> Flags:
        """Whether more than the level is half of a raise or more: OLY-1.19, OLY-1.20."""
        betting = self.play.rules.betting
        brought_in = only_brought_in(self.play, hand, self.round[hand], self.raises[hand])
        base, whole = counted_for_half(betting.fixed_limit, brought_in, self.level[hand], floor, size)
        return half_of(betting.half_rule, to, base, floor + size, whole)

    def _played_size(self, hand: Ints, more: Ints) -> Ints:
        """The fixed bet that is played: on fourth street of stud with a pair showing the big bet, if it was bet."""
        size, big = self.size[hand], self.play.big_bet[hand]
        return np.where((more >= big) & self._either(hand), big, size)

    def _either(self, hand: Ints) -> Flags:
        """Where the small or the big bet may be made: a pair shows on fourth street of stud."""
        may: Flags = self.play.fourth_street[hand] == self.round[hand]
        if may.any():
            may = may & self.showing.pair(hand, self._seats(self.live, hand))
        return may

    def _run(self, rows: slice) -> None:
        """The rest is dealt more than once: whether somebody has to act, and how many seats have chips."""
        hand = self.hand[rows]
        self.met.early[rows] = self._expected(hand) != NO_SEAT
        self.met.chips_behind[rows] = count(self.live[hand] & self.chips[hand])

    def _take_back(self, rows: slice) -> None:
        """Chips bet out of turn go back; where the action did not change they had to stand (OLY-1.26-a)."""
        hand = self.hand[rows]
        self.met.back[rows] = self.waits[hand] & self.changed[hand] & self.own[rows] == 0
        self._wait_no_more(rows)

    def _wait_no_more(self, rows: Rows) -> None:
        """The seats of acts have none that waits."""
        self.waits[self.hand[rows]] &= ~self.own[rows]

    # ------------------------------------------------------------------ notes

    def _note(self, rows: Rows, to: Ints) -> None:
        """What acts meet. To be called before they change anything."""
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
        met.may_raise[rows] = self._open(rows)
        met.seats_in[rows] = count(self.live[hand])

    def _note_bring_in(self, rows: Ints) -> None:
        """Whose duty it is to bring it in: of the first seat with chips that did not fold, from that of the card on."""
        hand = self.hand[rows]
        lowest = self.owed.lowest[hand]
        before = np.where(lowest >= 0, self.number[hand, lowest] - 1, 0)
        seats = np.where(lowest >= 0, self.live[hand] & self.chips[hand], 0)
        self.met.expected[rows] = self.column[hand, next_after(seats, before)]

    def _note_turn(self, rows: Rows, others: Ints, bit: Ints) -> None:
        """Who is still to act after acts, and has chips. others: (n,) who had to act besides the seat of a bit."""
        met, hand = self.met, self.hand[rows]
        met.last[rows] = others == 0
        rest = self.live[hand] & ~bit
        behind = count(rest & self.chips[hand])
        met.chips_behind[rows] = behind
        met.enough[rows] = met.level[rows]
        alone = behind == 0
        if alone.any():
            most = self._front_of(hand[alone], rest[alone]).max(axis=1)
            met.enough[among(rows, alone)] = np.minimum(met.level[among(rows, alone)], most)

    def _open(self, rows: Rows) -> Flags:
        """Whether a seat may raise: it did not act since the betting was opened; or short all-ins add up for it."""
        hand = self.hand[rows]
        shut: Flags = self.shut[hand] & self.own[rows] != 0
        if shut.any():
            shut[shut] = ~self._added_up(hand[shut], self.cell[rows][shut])
        return ~shut

    def _added_up(self, hand: Ints, cell: Ints) -> Flags:
        """Whether short all-ins since the last act of a seat come to a full raise, or to half a bet of a fixed limit."""
        betting, level, size = self.play.rules.betting, self.level[hand], self.size[hand]
        fixed = self.play.limit[hand] == FIXED_LIMIT
        acted_at = self.acted_at[cell]
        half = half_of(betting.half_rule, level, acted_at, self.floor[hand] + size, size)
        enough = np.where(fixed, half & (level > acted_at), level - acted_at >= self.increment[hand])
        found: Flags = add_up(betting, fixed) & enough
        return found
