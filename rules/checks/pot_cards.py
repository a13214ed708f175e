"""The cards of pot hands as they were dealt: which seat or board had each, and which appears twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rules.cards import JOKER
from rules.hands import Flags, Hands, Ints
from rules.pot_hands import ActCards, PotHands
from rules.replay.pots.play import BOARD, CARD, DISCARD, DRAW

BOARD_SEAT = -1  # the column of a card that belongs to no seat


@dataclass(frozen=True, eq=False)
class Dealt:
    """Cards that left the deck, row after row: the position of the hand, the column of the seat (BOARD_SEAT: none), the code."""

    hand: Ints
    seat: Ints
    code: Ints


def twice(hands: Hands) -> list[tuple[int, int, int]]:
    """(hand, seat column or BOARD_SEAT, card) of every holder of a card that is in a hand more than once.

    What was thrown away can be dealt again: in draw games the stub may be shuffled anew from it.
    """
    dealt, thrown = dealt_cards(hands), _thrown(hands)
    key = dealt.hand * JOKER + dealt.code
    repeated = np.bincount(key, minlength=len(hands) * JOKER) > 1
    repeated[thrown] = False
    rows = np.flatnonzero(repeated[key])
    return sorted({(int(dealt.hand[row]), int(dealt.seat[row]), int(dealt.code[row])) for row in rows})


def dealt_cards(hands: Hands) -> Dealt:
    """Every card that the record shows to have left the deck, once for each time that it did."""
    pot = hands.pot
    assert pot is not None
    parts = [*_of_seats(pot), *_of_acts(hands, pot), *_of_boards(pot)]
    hand, seat, code = (np.concatenate(column) for column in zip(*parts, strict=True))
    known = code < JOKER
    return Dealt(hand[known], seat[known], code[known])


Rows = tuple[Ints, Ints, Ints]


def _of_seats(pot: PotHands) -> Iterable[Rows]:
    """The cards of the deal; where no card of it is on record, those held at the end."""
    at_end = (pot.hole_size <= 0) & (pot.up_size <= 0)
    held = np.where(at_end[:, :, None], pot.held, JOKER)
    for codes in (pot.hole, pot.up, held):
        hand, seat, place = np.nonzero(codes < JOKER)
        yield hand, seat, codes[hand, seat, place].astype(np.int64)


def _of_acts(hands: Hands, pot: PotHands) -> Iterable[Rows]:
    """Boards, further cards, draws and burns; not a card that was taken back, which is shuffled into the stub again."""
    acts = pot.acts
    came = np.isin(acts.kind, [BOARD, CARD, DRAW]) & (acts.withdrawn != 1)
    laid_aside = acts.face_down == 1  # dealt once more when they are turned up
    for name in ("cards", "up", "down", "burn"):
        cards = acts.cards[name]
        rows = came[cards.act] & ~(laid_aside[cards.act] & (name != "burn"))
        yield _rows(hands, pot, cards, rows)


def _rows(hands: Hands, pot: PotHands, cards: ActCards, rows: Flags) -> Rows:
    act = cards.act[rows]
    hand = pot.acts.hand[act]
    same = (hands.seat[hand] == pot.acts.seat[act][:, None]) & (pot.acts.seat[act] > 0)[:, None]
    seat = np.where(same.any(axis=1), same.argmax(axis=1), BOARD_SEAT)
    return hand, seat, cards.card[rows].astype(np.int64)


def _of_boards(pot: PotHands) -> Iterable[Rows]:
    """Full boards, where acts do not hold them; a card at the same place of two boards was dealt once."""
    boards = pot.boards
    run, hand, code = boards["run"], boards.hand, boards["card"].astype(np.int64)
    if not len(hand):
        return
    starts = np.flatnonzero(np.diff(hand * 64 + run, prepend=-1))
    place = np.arange(len(hand)) - np.repeat(starts, np.diff(starts, append=len(hand)))
    _, once = np.unique(np.stack([hand, place, code]), axis=1, return_index=True)
    shown = np.bincount(pot.acts.hand[pot.acts.kind == BOARD], minlength=len(pot.game)) > 0
    once = once[~shown[hand[once]]]
    yield hand[once], np.full(len(once), BOARD_SEAT), code[once]


def _thrown(hands: Hands) -> Ints:
    """Keys of cards that somebody threw away: hand and code."""
    pot = hands.pot
    assert pot is not None
    acts = pot.acts
    keys = []
    for name, kind in (("discard", DRAW), ("cards", DISCARD)):
        cards = acts.cards[name]
        rows = (acts.kind[cards.act] == kind) & (cards.card < JOKER)
        keys.append(acts.hand[cards.act[rows]] * JOKER + cards.card[rows])
    return np.concatenate(keys).astype(np.int64)
