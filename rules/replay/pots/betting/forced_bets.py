"""Forced bets owed before the first round, with amounts paid. external:RROP-blinds, external:RROP-stud."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags, Ints, every_seat
from rules.replay.pots.acts.played_acts import (
    ANTE,
    BIG_BLIND,
    BRING_IN,
    COMPLETE,
    DEAD,
    EXTRA,
    FLOP_GAME,
    FOLD,
    MISSED_BIG,
    MISSED_SMALL,
    NEW_PLAYER,
    NO_SEAT,
    POST,
    SMALL_BLIND,
    STRADDLE,
    STUD_GAME,
    TABLE_ANTE,
    Play,
)  # fmt: skip
from rules.replay.pots.acts.seat_bits import next_seat
from rules.replay.pots.betting.antes_without_blinds import blinds_may_lack, passed_by_all
from rules.replay.pots.dealing.stud_upcards import lowest_shown
from rules.times import NOT_RECORDED

OWED = {ANTE: "ante", SMALL_BLIND: "small_blind", BIG_BLIND: "big_blind", BRING_IN: "bring_in"}
BLINDS = (SMALL_BLIND, BIG_BLIND)
_BESIDES = (NEW_PLAYER, MISSED_BIG, MISSED_SMALL, EXTRA, DEAD, STRADDLE)  # posts of who owes no blind as well
NOT_POSTED = -1
_Row = tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints]


class Obligations(Struct, frozen=True, eq=False):
    """R posts owed or made, and the opening of H hands. Money is in minor units."""

    hand: Ints  # (R,) position in the block
    column: Ints  # (R,) of the seat
    post: Ints  # (R,) a position in POSTS: one of OWED
    nominal: Ints  # (R,) what the stakes name; 0: nothing
    able: Ints  # (R,) chips in front after what the seat posted before; NOT_RECORDED: its stack is not on record
    paid: Ints  # (R,) what it put in
    act: Ints  # (R,) position of the act in the block; NOT_POSTED: there is none
    first_left: Ints  # (H,) number of the first seat dealt in left of the button, between two of the button; 0: no button
    small: Ints  # (H,) column of the seat of the small blind; NO_SEAT: nobody's, or not known
    big: Ints  # (H,) the same of the big blind
    lowest: Ints  # (H,) the same of the card that brings it in
    brings: (
        Ints  # (H,) the same of the seat that has to: the next one with chips where that of the card has none
    )
    blinds: Flags  # (H,) the first round is played for blinds: one was posted, or the seat of the big one had no chips for it
    bring_in: Flags  # (H,) the same of the bring-in
    due: dict[
        int, Ints
    ]  # (H,) by a post of OWED but the ante: what the stakes name, in hands that are played for it; else 0
    bomb: Flags  # (H,) a bomb pot: all posted an ante and nobody a blind, and the flop comes without a round before it
    both: Flags  # (H, S) seats that posted both blinds: their small one is dead
    unposted: Ints  # (H,) what was not posted of the blinds that a hand is played for
    unopened: (
        Flags  # (H,) no blind and no bring-in is on record, though the stakes name one; or no post at all
    )
    no_posts: Flags  # (H,) not one post is on record
    unrecorded: Flags  # (H,) the same of these or of the antes: posts were not recorded

    @property
    def right(self) -> Ints:
        """(R,) right amounts: nominal, or all chips where these are less."""
        return np.where(self.able == NOT_RECORDED, self.nominal, np.minimum(self.nominal, self.able))

    @property
    def before_opener(self) -> Ints:
        """(H,) column of the seat after which the first round begins; NO_SEAT: posts do not show it."""
        return np.where(self.bring_in, self.lowest, np.where(self.blinds, self.big, NO_SEAT))

    @property
    def level(self) -> Ints:
        """(H,) opening level: blinds and bring-in in full, however little was posted."""
        found: Ints = np.max([self.due[each] for each in (*BLINDS, BRING_IN)], axis=0)
        return found


def obligations(play: Play) -> Obligations:
    """Forced bets of a block."""
    return _Table(play).made()


class _Table:
    def __init__(self, play: Play) -> None:
        self.play, acts = play, play.acts
        self.act = np.flatnonzero(acts.kind == POST)
        self.hand, self.column = acts.hand[self.act], play.column[self.act]
        self.post = acts.post[self.act].astype(np.int64)
        self.stakes = {kind: play.stakes(name) for kind, name in OWED.items()}
        self.number = np.where(play.hands.present, play.hands.seat, 0).astype(np.int64)
        self.no_antes = (self.stakes[ANTE] > 0) & ~self._in_hand(ANTE, TABLE_ANTE) & play.pot.acts_recorded
        open_ = (play.hands.stack == NOT_RECORDED) | self.no_antes[:, None]
        self.stack = np.where(open_, NOT_RECORDED, play.stack)
        self.paid = np.minimum(acts.amount[self.act], play.stack[self.hand, self.column])
        self.rank = self._ranks()[self.post]

    def made(self) -> Obligations:
        play = self.play
        small, big = self._blind_seats()
        shown, chips = lowest_shown(play), self._left_after(BIG_BLIND)
        lowest, after_antes = self._column(shown), self._left_after(ANTE)
        nearest = self._column(next_seat(self.number, play.dealt & (after_antes != 0), shown - 1))
        bomb = self._bombs()
        blinds = self._in_hand(*BLINDS) | (_broke(big, chips) & (self.stakes[BIG_BLIND] > 0) & ~bomb)
        brings = self._in_hand(BRING_IN) | (_broke(lowest, after_antes) & (self.stakes[BRING_IN] > 0))
        due = {kind: np.where(blinds, self.stakes[kind], 0) for kind in BLINDS}
        no_small = (small < 0) | _broke(
            small, chips
        )  # a small blind with chips that is not posted: nor was it recorded
        brought_in = brings & (self._in_hand(BRING_IN) | passed_by_all(play, after_antes, lowest))
        unopened = self._unopened(self._in_hand(*BLINDS) | (blinds & no_small) | brought_in | bomb)
        unposted = np.zeros(len(play.dealt), np.int64)
        for kind, amount in due.items():
            unposted += np.maximum(amount - self._sum(kind), 0)
        due[BRING_IN] = np.where(brings, self.stakes[BRING_IN], 0)
        rows = [self._posted(), self._antes(), *self._blinds_absent(small, big, chips)]
        hand, column, post, nominal, able, paid, act = (
            np.concatenate(each) for each in zip(*rows, strict=True)
        )
        return Obligations(
            hand=hand, column=column, post=post, nominal=nominal, able=able, paid=paid, act=act,
            first_left=self._number(self._first_left()), small=small, big=big, lowest=lowest,
            brings=np.where(lowest >= 0, nearest, NO_SEAT), blinds=blinds, bring_in=brings, due=due,
            bomb=bomb, both=self._by_seat(SMALL_BLIND) & self._by_seat(BIG_BLIND), unposted=unposted,
            unopened=unopened, unrecorded=unopened | self.no_antes,
            no_posts=np.bincount(self.hand, minlength=len(unopened)) == 0,
        )  # fmt: skip

    # ------------------------------------------------------------------ who owes

    def _blind_seats(self) -> tuple[Ints, Ints]:
        """(H,) columns of the blinds: posters, else by the button. A big blind in the small one's place leaves
        none due (a dead button).
        """
        play = self.play
        posted_small, posted_big = self._poster(SMALL_BLIND, last=False), self._poster(BIG_BLIND, last=True)
        first = self._first_left()
        buttoned = (play.kind != STUD_GAME) & (self.stakes[SMALL_BLIND] > 0)
        dead = first == posted_big
        small = np.where(posted_small >= 0, posted_small, np.where(buttoned & ~dead, first, NO_SEAT))
        second = self._column(next_seat(self.number, play.dealt, self._number(small)))
        owed = (small >= 0) & (self.stakes[BIG_BLIND] > 0)
        big = np.where(posted_big >= 0, posted_big, np.where(owed, second, NO_SEAT))
        return small, big

    def _first_left(self) -> Ints:
        """(H,) column of the first seat left of the button; between two, the button's."""
        known = self.play.dealer != NOT_RECORDED
        dealer = np.where(known, self.play.dealer, 0)
        two = self.play.dealt.sum(axis=1) == 2
        number = next_seat(self.number, self.play.dealt, np.where(two, dealer - 1, dealer))
        return self._column(np.where(known, number, 0))

    def _poster(self, kind: int, *, last: bool) -> Ints:
        rows = np.flatnonzero(self.post == kind)[:: 1 if last else -1]
        found = np.full(len(self.play.dealt), NO_SEAT, np.int64)
        found[self.hand[rows]] = self.column[rows]
        return found

    def _column(self, number: Ints) -> Ints:
        return np.where(number > 0, (self.number == number[:, None]).argmax(axis=1), NO_SEAT)

    def _number(self, column: Ints) -> Ints:
        return np.where(column >= 0, self.number[np.arange(len(column)), column], 0)

    # ------------------------------------------------------------------ what was posted

    def _in_hand(self, *kinds: int) -> Flags:
        found = np.zeros(len(self.play.dealt), np.bool_)
        found[self.hand[np.isin(self.post, kinds)]] = True
        return found

    def _by_seat(self, *kinds: int) -> Flags:
        found = np.zeros(self.play.dealt.shape, np.bool_)
        rows = np.isin(self.post, kinds)
        found[self.hand[rows], self.column[rows]] = True
        return found

    def _sum(self, kind: int) -> Ints:
        found = np.zeros(len(self.play.dealt), np.int64)
        rows = self.post == kind
        np.add.at(found, self.hand[rows], self.paid[rows])
        return found

    def _bombs(self) -> Flags:
        play, acts = self.play, self.play.acts
        bare = ~self._in_hand(*BLINDS, BRING_IN, STRADDLE, NEW_PLAYER, MISSED_BIG, EXTRA)
        found: Flags = bare & (play.kind == FLOP_GAME) & self._in_hand(ANTE)
        if not found.any():
            return found
        found &= every_seat(self._by_seat(ANTE) | ~play.dealt)
        betting = (acts.kind >= FOLD) & (acts.kind <= COMPLETE) & (acts.by < 0)
        found[acts.hand[betting & (play.round == 0)]] = False
        reached = np.zeros(len(found), np.bool_)
        reached[acts.hand[play.round > 0]] = True
        return found & reached & ~self._antes_took_all() & ~self._blinds_may_lack()

    def _blinds_may_lack(self) -> Flags:
        first = self._first_left()
        second = self._column(next_seat(self.number, self.play.dealt, self._number(first)))
        blinds = ((first, self.stakes[SMALL_BLIND]), (second, self.stakes[BIG_BLIND]))
        put = np.zeros(self.stack.shape, np.int64)
        np.add.at(put, (self.hand, self.column), self.paid)
        return blinds_may_lack(self.play, self.stack, put, blinds)

    def _antes_took_all(self) -> Flags:
        """(H,) antes left nobody to post or bet: at most one seat has chips, not next to the button."""
        left, first = self._left_after(ANTE), self._first_left()
        second = self._column(next_seat(self.number, self.play.dealt, self._number(first)))
        with_chips = (self.play.dealt & (left != 0)).sum(axis=1)
        found: Flags = _broke(first, left) & _broke(second, left) & (with_chips < 2)
        return found

    def _unopened(self, opened: Flags) -> Flags:
        """(H,) hands whose first round rests on unrecorded posts. opened: (H,) hands with recorded ones."""
        stud = self.play.kind == STUD_GAME
        named = np.where(stud, self.stakes[BRING_IN], self.stakes[SMALL_BLIND] + self.stakes[BIG_BLIND]) > 0
        posted = np.bincount(self.hand, minlength=len(stud)) > 0
        found: Flags = self.play.pot.acts_recorded & (named | ~posted) & ~opened
        return found

    # ------------------------------------------------------------------ the order of payment

    def _ranks(self) -> Ints:
        """Order of payment by position in POSTS; one ante for all may follow the blind."""
        rank = np.ones(TABLE_ANTE + 1, np.int64)
        rank[ANTE] = 0
        rank[TABLE_ANTE] = 2 if self.play.rules.betting.blinds.order == "blind_first" else 0
        return rank

    def _left_after(self, kind: int) -> Ints:
        rows = self.rank <= self._ranks()[kind]
        spent = np.zeros(self.stack.shape, np.int64)
        np.add.at(spent, (self.hand[rows], self.column[rows]), self.paid[rows])
        return np.where(self.stack == NOT_RECORDED, NOT_RECORDED, self.stack - spent)

    def _able(self) -> Ints:
        stack = self.stack[self.hand, self.column]
        order = np.lexsort((self.act, self.rank, self.column, self.hand))
        cell, paid = (self.hand * self.stack.shape[1] + self.column)[order], self.paid[order]
        so_far = np.cumsum(paid) - paid
        begins = np.searchsorted(cell, cell)
        spent = np.empty_like(paid)
        spent[order] = so_far - so_far[begins] if len(cell) else so_far
        return np.where(stack == NOT_RECORDED, NOT_RECORDED, stack - spent)

    # ------------------------------------------------------------------ rows

    def _posted(self) -> _Row:
        rows = np.isin(self.post, tuple(OWED))
        hand, post = self.hand[rows], self.post[rows]
        nominal = np.zeros(len(hand), np.int64)
        for kind, amount in self.stakes.items():
            nominal = np.where(post == kind, amount[hand], nominal)
        return (hand, self.column[rows], post, nominal, self._able()[rows], self.paid[rows], self.act[rows])

    def _antes(self) -> _Row:
        some = self._in_hand(ANTE) & (self.stakes[ANTE] > 0)
        hand, column = np.nonzero(self.play.dealt & some[:, None] & ~self._by_seat(ANTE))
        return self._absent(ANTE, hand, column, self.stack)

    def _blinds_absent(self, small: Ints, big: Ints, chips: Ints) -> list[_Row]:
        """Missing blinds where the other was posted. A seat with another such post owes none."""
        found, other = [], self._by_seat(*BLINDS, *_BESIDES)
        there = {kind: self._in_hand(kind) for kind in BLINDS}
        for kind, seat, beside in ((SMALL_BLIND, small, BIG_BLIND), (BIG_BLIND, big, SMALL_BLIND)):
            due = there[beside] & ~there[kind] & (seat >= 0) & (self.stakes[kind] > 0)
            due &= self.play.dealer != NOT_RECORDED
            hand = np.flatnonzero(due)
            hand = hand[~other[hand, seat[hand]]]
            found.append(self._absent(kind, hand, seat[hand], chips))
        return found

    def _absent(self, kind: int, hand: Ints, column: Ints, able: Ints) -> _Row:
        count = len(hand)
        post, act = np.full(count, kind), np.full(count, NOT_POSTED)
        nominal = self.stakes[kind][hand]
        return (hand, column, post, nominal, able[hand, column], np.zeros(count, np.int64), act)


def _broke(column: Ints, chips: Ints) -> Flags:
    found: Flags = (column >= 0) & (chips[np.arange(len(column)), column] == 0)
    return found
