"""The cards of pot hands as they were dealt: which seat or board had each, and which appears twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from rules.cards import JOKER
from rules.hands import Flags, Hands, Ints
from rules.pot_hands import ActCards, PotHands
from rules.replay.pots.play import BOARD, CARD, DISCARD, DRAW, FOLD

BOARD_SEAT = -1  # the column of a card that belongs to no seat
_IN_THE_DEAL = -1  # before every act

Holder = tuple[int, int, int]  # hand, seat column or BOARD_SEAT, card


class Dealt(Struct, frozen=True, eq=False):
    """Cards that left the deck, row after row: the position of the hand, the column of the seat (BOARD_SEAT: none), the code,
    and the position of the act among those of the block (-1: in the deal, or of a full board)."""

    hand: Ints
    seat: Ints
    code: Ints
    act: Ints


def twice(hands: Hands, dealt: Dealt, draws: Flags) -> list[Holder]:
    """Every holder of a card that is in a hand more than once.

    dealt: the cards of the hands. draws: (H,) hands of draw games. There the stub may be shuffled anew from what was thrown
    away, so that a card can be dealt again after its holder threw it away or folded.
    """
    key = dealt.hand * JOKER + dealt.code
    repeated = np.bincount(key, minlength=len(hands) * JOKER) > 1
    rows = np.flatnonzero(repeated[key])
    anew = draws[dealt.hand[rows]]
    plain = {
        (int(dealt.hand[row]), int(dealt.seat[row]), int(dealt.code[row])) for row in rows[~anew].tolist()
    }
    return sorted(plain | set(_held_at_once(hands, dealt, rows[anew])))


def _held_at_once(hands: Hands, dealt: Dealt, rows: Ints) -> Iterator[Holder]:
    """Of cards that were dealt more than once in draw games: holders of a card that was dealt while another one had it."""
    if not len(rows):
        return
    freed, folded = _thrown(hands), _folded(hands)
    held: dict[tuple[int, int], tuple[int, int]] = {}  # by hand and code: the act and the seat
    for row in rows[np.argsort(dealt.act[rows], kind="stable")].tolist():
        hand, seat, code, act = (
            int(column[row]) for column in (dealt.hand, dealt.seat, dealt.code, dealt.act)
        )
        since, holder = held.get((hand, code), (act, seat))
        gone = [*freed[hand, code], *folded[hand, holder]]
        if (hand, code) in held and not any(since < when <= act for when in gone):
            yield hand, holder, code
            yield hand, seat, code
        held[hand, code] = act, seat


def dealt_cards(hands: Hands) -> Dealt:
    """Every card that the record shows to have left the deck, once for each time that it did."""
    pot = hands.pot
    assert pot is not None
    parts = [*_of_seats(pot), *_of_acts(hands, pot), *_of_boards(pot)]
    hand, seat, code, act = (np.concatenate(column) for column in zip(*parts, strict=True))
    known = code < JOKER
    return Dealt(hand[known], seat[known], code[known], act[known])


Rows = tuple[Ints, Ints, Ints, Ints]


def _of_seats(pot: PotHands) -> Iterable[Rows]:
    """The cards of the deal; where no card of it is on record, those held at the end."""
    at_end = (pot.hole_size <= 0) & (pot.up_size <= 0)
    held = np.where(at_end[:, :, None], pot.held, JOKER)
    for codes in (pot.hole, pot.up, held):
        hand, seat, place = np.nonzero(codes < JOKER)
        yield hand, seat, codes[hand, seat, place].astype(np.int64), np.full(len(hand), _IN_THE_DEAL)


def _of_acts(hands: Hands, pot: PotHands) -> Iterable[Rows]:
    """Boards, further cards, draws, refused cards and burns; not a card that was taken back into the stub."""
    acts = pot.acts
    came = np.isin(acts.kind, [BOARD, CARD, DRAW]) & (acts.withdrawn != 1)
    laid_aside = acts.face_down == 1  # dealt once more when they are turned up
    for name in ("cards", "up", "down", "burn"):
        cards = acts.cards[name]
        rows = came[cards.act] & ~(laid_aside[cards.act] & (name != "burn"))
        yield _rows(hands, pot, cards, rows)
    taken, offered = acts.cards["cards"], acts.cards["offered"]
    if not len(offered.card):
        return
    refused = ~np.isin(offered.act * JOKER + offered.card, taken.act * JOKER + taken.card)
    yield _rows(hands, pot, offered, refused)


def _rows(hands: Hands, pot: PotHands, cards: ActCards, rows: Flags) -> Rows:
    act = cards.act[rows]
    hand = pot.acts.hand[act]
    same = (hands.seat[hand] == pot.acts.seat[act][:, None]) & (pot.acts.seat[act] > 0)[:, None]
    seat = np.where(same.any(axis=1), same.argmax(axis=1), BOARD_SEAT)
    return hand, seat, cards.card[rows].astype(np.int64), act


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
    nowhere = np.full(len(once), BOARD_SEAT)
    yield hand[once], nowhere, code[once], np.full(len(once), _IN_THE_DEAL)


def _thrown(hands: Hands) -> dict[tuple[int, int], list[int]]:
    """The acts by which somebody threw a card away, by hand and code."""
    pot = hands.pot
    assert pot is not None
    acts, found = pot.acts, defaultdict[tuple[int, int], list[int]](list)
    for name, kind in (("discard", DRAW), ("cards", DISCARD)):
        cards = acts.cards[name]
        rows = (acts.kind[cards.act] == kind) & (cards.card < JOKER)
        for act, code in zip(cards.act[rows].tolist(), cards.card[rows].tolist(), strict=True):
            found[int(acts.hand[act]), code].append(act)
    return found


def _folded(hands: Hands) -> dict[tuple[int, int], list[int]]:
    """The acts by which a seat folded, by hand and column."""
    pot = hands.pot
    assert pot is not None
    acts, found = pot.acts, defaultdict[tuple[int, int], list[int]](list)
    rows = np.flatnonzero(acts.kind == FOLD)
    act, column = np.nonzero(hands.seat[acts.hand[rows]] == acts.seat[rows][:, None])
    for row, seat in zip(rows[act].tolist(), column.tolist(), strict=True):
        found[int(acts.hand[row]), seat].append(row)
    return found
