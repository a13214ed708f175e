"""Blinds, antes, the bring-in and straddles: by whom, and how much."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rules.cards import DECK
from rules.hands import Flags, Ints
from rules.replay.pots.illegal import NOTHING, Found, of_acts
from rules.replay.pots.play import (
    ANTE,
    BIG_BLIND,
    BRING_IN,
    EXTRA,
    MISSED_BIG,
    NEW_PLAYER,
    NO_SEAT,
    POST,
    SMALL_BLIND,
    STRADDLE,
    STUD_GAME,
    Play,
)  # fmt: skip
from rules.replay.pots.walk import Walk
from rules.times import NOT_RECORDED

LIVE_POSTS = (SMALL_BLIND, BIG_BLIND, STRADDLE, NEW_PLAYER, MISSED_BIG, EXTRA)


def posts(walk: Walk) -> Iterator[Found]:
    """Posts of a wrong amount or from a wrong seat. external:RROP-blinds, external:RROP-stud, OLY-2.16, OLY-2.19-a."""
    yield from _amounts(walk)
    yield from _blind_seats(walk.play)
    yield from _bring_in(walk)
    if walk.play.rules.betting.straddle is not None:
        yield from _straddles(walk)


def of_kind(play: Play, kind: int) -> Flags:
    """(N,) posts of a kind."""
    found: Flags = (play.acts.kind == POST) & (play.acts.post == kind)
    return found


def _amounts(walk: Walk) -> Iterator[Found]:
    play, met, acts = walk.play, walk.met, walk.play.acts
    over = (acts.kind == POST) & (acts.amount > met.left)
    yield of_acts(play, "post_over_stack", over, met.left)
    for kind, name in ((SMALL_BLIND, "small_blind"), (BIG_BLIND, "big_blind"), (ANTE, "ante")):
        due = play.stakes(name)[acts.hand]
        wrong = of_kind(play, kind) & (due > 0) & (acts.amount != due) & (met.to < met.left) & ~over
        yield of_acts(play, f"{name}_amount", wrong, due)


def _blind_seats(play: Play) -> Iterator[Found]:
    """The small blind from the first seat dealt in left of the button, between two from the button; the big blind from the
    next seat. Where no small blind was posted, the big blind's seat does not follow from the record."""
    acts = play.acts
    small = of_kind(play, SMALL_BLIND)
    hand = acts.hand
    two = play.dealt.sum(axis=1) == 2
    known = (play.dealer != NOT_RECORDED)[hand]
    dealer = np.where(play.dealer == NOT_RECORDED, 0, play.dealer)
    after = np.where(two, dealer - 1, dealer)
    due = next_seat(play, play.dealt, after)[hand]
    yield of_acts(play, "blind_seat", small & known & (due != acts.seat), due)
    poster = np.full(len(play.dealt), NOT_RECORDED)
    poster[hand[small]] = acts.seat[small]
    next_one = next_seat(play, play.dealt, np.where(poster == NOT_RECORDED, 0, poster))[hand]
    big = of_kind(play, BIG_BLIND) & (poster != NOT_RECORDED)[hand] & _first(play, of_kind(play, BIG_BLIND))
    yield of_acts(play, "blind_seat", big & (next_one != acts.seat), next_one)


def _first(play: Play, some: Flags) -> Flags:
    """(N,) the first of some acts in each hand."""
    rows = np.flatnonzero(some)
    first = np.zeros(len(some), np.bool_)
    first[rows[np.unique(play.acts.hand[rows], return_index=True)[1]]] = True
    return first


def next_seat(play: Play, among: Flags, after: Ints) -> Ints:
    """(H,) the number of the first seat (H, S) clockwise after a number (H,); 0 where there is none."""
    number = play.hands.seat.astype(np.int64)
    distance = np.where(among, (number - after[:, None] - 1) % 10, 10)
    column = distance.argmin(axis=1)
    return np.where(among.any(axis=1), number[np.arange(len(number)), column], 0)


def _bring_in(walk: Walk) -> Iterator[Found]:
    """The lowest card that shows brings it in, in razz the highest; for the bring-in, or for the small bet."""
    play, met, acts = walk.play, walk.met, walk.play.acts
    brings = of_kind(play, BRING_IN)
    if not brings.any():
        return
    due = lowest_shown(play)
    seat = due[acts.hand]
    yield of_acts(play, "bring_in_seat", brings & (seat != 0) & (seat != acts.seat), seat)
    amount = play.stakes("bring_in")[acts.hand]
    opens = play.rules.betting.stud.bring_in_may_open == "small_bet"
    right = (acts.amount == amount) | (opens & (acts.amount == play.small_bet[acts.hand]))
    yield of_acts(play, "bring_in_amount", brings & (amount > 0) & ~right & (met.to < met.left), amount)


def lowest_shown(play: Play) -> Ints:
    """(H,) the number of the seat that brings it in; 0 where a card that shows is not known, or the game is no stud."""
    cards = play.pot.up
    showing = play.dealt & (play.pot.up_size > 0)
    value = np.where(play.low_shows[:, None, None], -_ace_low(cards), cards.astype(np.int64))
    shown = np.arange(cards.shape[2]) < play.pot.up_size[:, :, None]
    value = np.where(shown, value, 1_000).min(axis=2, initial=1_000)
    unknown = (play.dealt & ~showing).any(axis=1) | (shown & (cards >= len(DECK))).any(axis=(1, 2))
    value = np.where(showing, value, 1_000)
    number = play.hands.seat[np.arange(len(value)), value.argmin(axis=1)].astype(np.int64)
    return np.where((play.kind == STUD_GAME) & ~unknown, number, 0)


def _ace_low(cards: NDArray[np.uint8]) -> Ints:
    """Codes of cards with the aces as the lowest rank."""
    codes = cards.astype(np.int64)
    return np.where(codes < len(DECK), (codes + 4) % len(DECK), codes)


def _straddles(walk: Walk) -> Iterator[Found]:
    """Each twice the bet before; the first left of the big blind, the next left of the one before, the button the last.

    After a straddle that was all in for less, twice that and twice a full one are both in order: OLY-2.16-a does not say.
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
    wrong = is_straddle & (acts.amount != due) & (met.to < met.left)
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
    """(n,) what straddles come to where each before them was a full one."""
    hand = play.acts.hand[rows]
    number = np.arange(len(rows)) - np.searchsorted(hand, hand) + 1
    found: Ints = play.big_blind[hand] * multiplier**number
    return found


def _seat_before(play: Play) -> Ints:
    """(N,) the number of the seat that posted the last big blind or straddle before an act of the hand; NO_SEAT: none."""
    acts = play.acts
    marks = of_kind(play, BIG_BLIND) | of_kind(play, STRADDLE)
    place = np.maximum.accumulate(np.where(marks, np.arange(len(acts)), -1))
    place = np.concatenate([[-1], place[:-1]])
    here = (place >= 0) & (acts.hand[place] == acts.hand)
    return np.where(here, acts.seat[place].astype(np.int64), NO_SEAT)


def _next_seats(play: Play, hand: Ints, after: Ints) -> Ints:
    """(n,) the number of the next seat dealt in after a seat, of some hands."""
    number = play.hands.seat[hand].astype(np.int64)
    distance = np.where(play.dealt[hand], (number - after[:, None] - 1) % 10, 10)
    found: Ints = number[np.arange(len(number)), distance.argmin(axis=1)]
    return found


def _posted_as_new(play: Play) -> Flags:
    """(N,) acts of seats that post as a new player in the hand: OLY-2.16-c."""
    new = np.zeros(play.dealt.shape, np.bool_)
    rows = np.flatnonzero(of_kind(play, NEW_PLAYER))
    new[play.acts.hand[rows], play.column[rows]] = True
    found: Flags = new[play.acts.hand, np.maximum(play.column, 0)]
    return found
