"""Cards outside of the deck in pot hands, and where."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np
from msgspec import Struct

from rules.cards import JOKER
from rules.hands import Flags, Hands, Ints
from rules.pot_hands import ActCards, PotHands
from rules.ragged import Ragged
from rules.replay.pots.acts.played_acts import BOARD, CARD, DRAW

BOARD_SEAT = -1  # the column of a card that belongs to no seat
IN_THE_DEAL = -1  # before every act


class CardPlace(IntEnum):
    """Part of a record that shows a card."""

    DEAL = 0  # `hole` and `up`
    END = 1  # `cards`, those held at the end
    BOARDS = 2  # `boards`
    ACT = 3  # cards that an act gives, shows or throws away
    BURN = 4  # `burn` of an act
    REFUSED = 5  # `offered` of an act, and not taken


class RecordedCards(Struct, frozen=True, eq=False):
    """Cards outside of the deck, row by row; one that several parts show at a seat is one."""

    hand: Ints  # position in the block
    seat: Ints  # the column, BOARD_SEAT: none
    code: Ints
    at: Ints  # the last act up to which the card is known to be there, by its position in the block; IN_THE_DEAL
    place: Ints  # a CardPlace
    act: Ints  # position of the act that shows it, -1: none

    @classmethod
    def of(cls, parts: Iterable[RecordedCards]) -> RecordedCards:
        """Rows of parts, without unrecorded cards and jokers."""
        columns = zip(
            *([getattr(each, name) for name in cls.__struct_fields__] for each in parts), strict=True
        )
        found = cls(*(np.concatenate(column).astype(np.int64) for column in columns))
        return found.take(np.flatnonzero(found.code < JOKER))

    def take(self, rows: Ints) -> RecordedCards:
        return RecordedCards(*(getattr(self, name)[rows] for name in self.__struct_fields__))


def dealt_cards(hands: Hands) -> RecordedCards:
    """Cards that deal, acts and boards show, once each time."""
    pot = hands.pot
    assert pot is not None
    return RecordedCards.of([*_of_deals(pot), *_of_acts(hands, pot), *_of_boards(pot)])


def _of_deals(pot: PotHands) -> Iterable[RecordedCards]:
    for codes in (pot.hole, pot.up):
        hand, seat, place = np.nonzero(codes < JOKER)
        none = np.full(len(hand), IN_THE_DEAL)
        yield RecordedCards(
            hand,
            seat,
            codes[hand, seat, place].astype(np.int64),
            none,
            np.full(len(hand), CardPlace.DEAL),
            none,
        )


def _of_acts(hands: Hands, pot: PotHands) -> Iterable[RecordedCards]:
    """Boards, cards, draws, refusals and burns, unless taken back."""
    acts = pot.acts
    came = np.isin(acts.kind, [BOARD, CARD, DRAW]) & (acts.withdrawn != 1)
    laid_aside = acts.face_down == 1  # dealt once more when they are turned up
    for name in ("cards", "up", "down", "burn"):
        cards = acts.cards[name]
        rows = came[cards.act] & ~(laid_aside[cards.act] & (name != "burn"))
        yield _rows(hands, pot, cards, rows, CardPlace.BURN if name == "burn" else CardPlace.ACT)
    taken, offered = acts.cards["cards"], acts.cards["offered"]
    if not len(offered.card):
        return
    refused = ~np.isin(offered.act * JOKER + offered.card, taken.act * JOKER + taken.card)
    yield _rows(hands, pot, offered, refused, CardPlace.REFUSED)


def _rows(hands: Hands, pot: PotHands, cards: ActCards, rows: Flags, place: CardPlace) -> RecordedCards:
    act = cards.act[rows]
    hand = pot.acts.hand[act]
    same = (hands.seat[hand] == pot.acts.seat[act][:, None]) & (pot.acts.seat[act] > 0)[:, None]
    seat = np.where(same.any(axis=1), same.argmax(axis=1), BOARD_SEAT)
    return RecordedCards(hand, seat, cards.card[rows].astype(np.int64), act, np.full(len(act), place), act)


def _of_boards(pot: PotHands) -> Iterable[RecordedCards]:
    """Full boards where acts lack them; a shared card was dealt once."""
    boards: Ragged = pot.boards
    run, hand, code = boards["run"], boards.hand, boards["card"].astype(np.int64)
    if not len(hand):
        return
    starts = np.flatnonzero(np.diff(hand * 64 + run, prepend=-1))
    place = np.arange(len(hand)) - np.repeat(starts, np.diff(starts, append=len(hand)))
    _, once = np.unique(np.stack([hand, place, code]), axis=1, return_index=True)
    shown = np.bincount(pot.acts.hand[pot.acts.kind == BOARD], minlength=len(pot.game)) > 0
    once = once[~shown[hand[once]]]
    none = np.full(len(once), IN_THE_DEAL)
    nowhere = np.full(len(once), BOARD_SEAT)
    yield RecordedCards(hand[once], nowhere, code[once], none, np.full(len(once), CardPlace.BOARDS), none)
