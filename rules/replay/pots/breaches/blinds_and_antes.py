"""Blinds, antes, bring-ins and straddles: seats and amounts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import Flags, Ints
from rules.replay.pots.acts.played_acts import (
    BIG_BLIND,
    BRING_IN,
    EXTRA,
    MISSED_BIG,
    NEW_PLAYER,
    NO_SEAT,
    POST,
    SMALL_BLIND,
    STRADDLE,
    Play,
)  # fmt: skip
from rules.replay.pots.acts.seat_bits import next_seat
from rules.replay.pots.betting.betting_walk import Walk
from rules.replay.pots.betting.forced_bets import NOT_POSTED, OWED, Obligations
from rules.replay.pots.breaches.breach_rows import NO_ACT, NOTHING, BreachRows, found, of_acts
from rules.times import NOT_RECORDED

LIVE_POSTS = (SMALL_BLIND, BIG_BLIND, STRADDLE, NEW_PLAYER, MISSED_BIG, EXTRA)


def posts(walk: Walk) -> Iterator[BreachRows]:
    """Posts of a wrong amount or seat. external:RROP-blinds, external:RROP-stud, OLY-2.16, OLY-2.19-a."""
    yield from _amounts(walk)
    yield from _blind_seats(walk)
    yield from _bring_in(walk)
    if walk.play.rules.betting.straddle is not None:
        yield from _straddles(walk)


def of_kind(play: Play, kind: int) -> Flags:
    """(N,) posts of a kind."""
    found: Flags = (play.acts.kind == POST) & (play.acts.post == kind)
    return found


def _amounts(walk: Walk) -> Iterator[BreachRows]:
    """Wrong and missing posts. With an unknown stack, less may be all of it."""
    play, met, acts, owed = walk.play, walk.met, walk.play.acts, walk.owed
    over = (acts.kind == POST) & (acts.amount > met.left)
    yield of_acts(play, "post_over_stack", over, met.left)
    seat = play.hands.seat[owed.hand, owed.column].astype(np.int64)
    amount = np.where(owed.act == NOT_POSTED, 0, acts.amount[owed.act])
    less = (owed.able != NOT_RECORDED) & (amount < owed.right)
    wrong = (owed.nominal > 0) & (less | (amount > owed.nominal))
    wrong &= np.where(owed.act == NOT_POSTED, play.hands.void[owed.hand] != 1, ~over[owed.act])
    opens = play.rules.betting.stud.bring_in_may_open == "small_bet"
    small_bet = opens & (owed.post == BRING_IN) & (amount == play.small_bet[owed.hand])
    for kind, name in OWED.items():
        rows = np.flatnonzero(wrong & ~small_bet & (owed.post == kind))
        at = owed.act[rows]
        place = np.where(at == NOT_POSTED, NO_ACT, acts.place[at])
        yield found(f"{name}_amount", owed.hand[rows], place, seat[rows], _due(owed, rows))


def _due(owed: Obligations, rows: Ints) -> Ints:
    return np.where(owed.act[rows] == NOT_POSTED, owed.right[rows], owed.nominal[rows])


def _blind_seats(walk: Walk) -> Iterator[BreachRows]:
    """Blinds at wrong seats: small left of the button, between two at the button; big at the next, open without a small one."""
    play, acts, owed = walk.play, walk.play.acts, walk.owed
    small, big = of_kind(play, SMALL_BLIND), of_kind(play, BIG_BLIND)
    known = (play.dealer != NOT_RECORDED)[acts.hand]
    due = owed.first_left[acts.hand]
    yield of_acts(play, "blind_seat", small & known & (due != acts.seat), due)
    poster = np.full(len(play.dealt), NOT_RECORDED)
    poster[acts.hand[small]] = acts.seat[small]
    number = play.hands.seat.astype(np.int64)
    next_one = next_seat(number, play.dealt, np.where(poster == NOT_RECORDED, 0, poster))[acts.hand]
    big &= (poster != NOT_RECORDED)[acts.hand] & _first(play, big)
    yield of_acts(play, "blind_seat", big & (next_one != acts.seat), next_one)


def _first(play: Play, some: Flags) -> Flags:
    rows = np.flatnonzero(some)
    first = np.zeros(len(some), np.bool_)
    first[rows[np.unique(play.acts.hand[rows], return_index=True)[1]]] = True
    return first


def _bring_in(walk: Walk) -> Iterator[BreachRows]:
    """Wrong bring-ins: due from the lowest showing card, in razz the highest, or the next seat with chips."""
    play, acts, owed = walk.play, walk.play.acts, walk.owed
    brings = of_kind(play, BRING_IN)
    if not brings.any():
        return
    column = owed.brings[acts.hand]
    if play.rules.betting.stud.bring_in_passed == "may_fold":
        passes = (owed.brings != owed.lowest)[acts.hand] & (walk.met.expected >= 0)
        column = np.where(passes, walk.met.expected, column)  # who did not fold before
    open_ = (play.dealt & (play.hands.stack == NOT_RECORDED)).any(axis=1) | owed.unrecorded
    skips = open_[acts.hand] & (walk.met.expected == play.column)  # those before it may be all in
    column = np.where(skips, play.column, column)
    due = np.where(column >= 0, play.hands.seat[acts.hand, column], 0).astype(np.int64)
    yield of_acts(play, "bring_in_seat", brings & (due > 0) & (due != acts.seat), due)


def _straddles(walk: Walk) -> Iterator[BreachRows]:
    """Wrong straddles: each is twice the bet before, clockwise from the big blind, the button last.

    After a short all-in, twice it or a full one: OLY-2.16-a is silent.
    """
    play, met, acts = walk.play, walk.met, walk.play.acts
    rules = play.rules.betting.straddle
    assert rules is not None
    is_straddle = of_kind(play, STRADDLE)
    rows = np.flatnonzero(is_straddle)
    if not len(rows):
        return
    new = _posted_as_new(play)  # whose blind counts towards the straddle
    front = np.where(new, met.front, 0)
    due = rules.multiplier * met.level - front
    wrong = is_straddle & (acts.amount != due) & (met.to < met.left) & ~met.may_be_all
    wrong[rows] &= acts.amount[rows] != _in_full(play, rows, rules.multiplier) - front[rows]
    yield of_acts(play, "straddle_amount", wrong, due)
    before = _seat_before(play)
    button = play.dealer[acts.hand]
    past = (before == button) & (button != NOT_RECORDED)
    seat = np.full(len(acts), NOTHING)
    seat[rows] = np.where(past[rows], NOTHING, _next_seats(play, acts.hand[rows], before[rows]))
    wrong = is_straddle & (before != NO_SEAT) & (seat != acts.seat)
    if not rules.consecutive:
        wrong &= past
    if rules.new_player == "any_seat":
        wrong &= ~new
    yield of_acts(play, "straddle_seat", wrong, seat)


def _in_full(play: Play, rows: Ints, multiplier: int) -> Ints:
    hand = play.acts.hand[rows]
    number = np.arange(len(rows)) - np.searchsorted(hand, hand) + 1
    found: Ints = play.big_blind[hand] * multiplier**number
    return found


def _seat_before(play: Play) -> Ints:
    acts = play.acts
    marks = of_kind(play, BIG_BLIND) | of_kind(play, STRADDLE)
    place = np.maximum.accumulate(np.where(marks, np.arange(len(acts)), -1))
    place = np.concatenate([[-1], place[:-1]])
    here = (place >= 0) & (acts.hand[place] == acts.hand)
    return np.where(here, acts.seat[place].astype(np.int64), NO_SEAT)


def _next_seats(play: Play, hand: Ints, after: Ints) -> Ints:
    number = play.hands.seat[hand].astype(np.int64)
    distance = np.where(play.dealt[hand], (number - after[:, None] - 1) % 10, 10)
    found: Ints = number[np.arange(len(number)), distance.argmin(axis=1)]
    return found


def _posted_as_new(play: Play) -> Flags:
    """(N,) acts of seats that posted as new players in the hand: OLY-2.16-c."""
    new = np.zeros(play.dealt.shape, np.bool_)
    rows = np.flatnonzero(of_kind(play, NEW_PLAYER))
    new[play.acts.hand[rows], play.column[rows]] = True
    found: Flags = new[play.acts.hand, np.maximum(play.column, 0)]
    return found
