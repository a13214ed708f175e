"""A deal is in two sessions, perhaps with seats and suits exchanged.

Finds: two deals of different sessions with the same cards in each seat, but for the order of the seats and of the suits. Of
sessions of one table that follow each other the last 200 deals are also compared in part: so many cards in the same seats,
under a turn of the seats, that chance gives less than 0.01 pairs, and at least 27.
Why: a deal is prepared once and used twice, or a record was made from another one.
Example: of two sessions of 200 deals of four seats twelve deals are equal, where chance gives less than 10^-21.
Needs: all cards of at least two seats as dealt; in open-face games 13 cards for everybody; in pot games nine cards of seats, in
their order from the button, and board. SCN002 looks between sessions; DCK005 and DCK006 look within one.
Innocent: a session was uploaded twice under two ids; a training log; the duplicate deals of a tournament.
Next: compare both videos; ask who recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import DECK, UNKNOWN, masks
from rules.hands import Ints
from rules.screening.canonical_deals import Masks, canonical, digests
from rules.screening.deal_bytes import COMPARED_IN_PART, LAST_DEALS, held_bytes
from rules.screening.hand_pieces import pieces
from rules.screening.indicator import Indicator
from rules.screening.screened_pots import ScreenedPots
from rules.screening.statistics import DealRow, HeldRow, Observed, ScreenedSession

INDICATOR = Indicator(
    code="SCN002",
    name="deal-repeated-elsewhere",
    engine="repeats",
    units=(("room",), ("table",)),
    games=("chinese", "ofc", "pot"),
    needs=("cards",),
)
_FEWEST = 2  # seats
_LEAST_CARDS = 9  # of a deal of a pot game


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Digests of the session's deals, one row for each number of seats, with the hands in their order."""
    hands = session.hands
    if hands.pot is not None:
        yield from _of_pots(hands.pot, session)
        return
    known = hands.thirteen.astype(np.bool_) & ~hands.chose
    seats = hands.seated.sum(axis=1)
    whole = (known | ~hands.seated).all(axis=1) & (seats >= _FEWEST)
    for count in np.unique(seats[whole]).tolist():
        deals = np.flatnonzero(whole & (seats == count))
        held = hands.thirteen[deals][hands.seated[deals]].reshape(-1, count)
        yield Observed(DealRow((("room", session.header.room),), count, _digests(held)), deals)
        if count in COMPARED_IN_PART:
            last = HeldRow((("table", session.header.table),), count, held_bytes(held[-LAST_DEALS:]))
            yield Observed(last, deals[-LAST_DEALS:])


def _of_pots(pot: ScreenedPots, session: ScreenedSession) -> Iterator[Observed]:
    """Deals of pot games by the seats that are known, the cards of each, of the board and of the deck."""
    on_board, (held, seats, each) = pot.board < len(DECK), _in_turn(pot)
    kinds = np.column_stack((seats, each, on_board.sum(axis=1), pot.pot_deck)).astype(np.int64)
    alike = (np.bitwise_count(held) == np.where(held, each[:, None], 0)).all(axis=1)
    alike &= (pot.board != UNKNOWN).all(axis=1) & (on_board[:, 1:] <= on_board[:, :-1]).all(axis=1)
    enough = np.flatnonzero(alike & (seats >= _FEWEST) & (seats * each + kinds[:, 2] >= _LEAST_CARDS))
    if not len(enough):
        return
    laid = masks(pot.board[..., None])
    # nobody, and no card, changes no order of the suits
    cards = _canonical(np.concatenate((laid, held), axis=1)[enough], ordered=True)
    for kind, own in _by_kind(kinds[enough]):
        columns = [*range(kind[2]), *range(laid.shape[1], laid.shape[1] + kind[0])]
        found = tuple(digests(cards[np.ix_(own, columns)]).tolist())
        row = DealRow((("room", session.header.room),), kind[0], found, shape=tuple(kind[1:]))
        yield Observed(row, enough[own])


def _in_turn(pot: ScreenedPots) -> tuple[Masks, Ints, Ints]:
    """(N, S) cards of seats in their order from the button, nobody last; (N,) seats; (N,) the most cards of one."""
    there = pot.hole.astype(np.bool_)
    held = np.take_along_axis(pot.hole, np.lexsort((pot.turn, ~there), axis=1), axis=1)
    return held, there.sum(axis=1), np.bitwise_count(held).max(axis=1).astype(np.int64)


def _by_kind(kinds: Ints) -> Iterator[tuple[list[int], Ints]]:
    """Each kind of the deals (D, 4), in order, with the positions of its deals."""
    order = np.lexsort(kinds.T[::-1])
    ordered = kinds[order]
    starts = np.flatnonzero((ordered[1:] != ordered[:-1]).any(axis=1)) + 1
    for own in np.split(order, starts):
        yield kinds[own[0]].tolist(), own


def _digests(held: Masks) -> tuple[int, ...]:
    """(D,) digests of the canonical forms of deals (D, S)."""
    return tuple(digests(_canonical(held)).tolist())


def _canonical(held: Masks, *, ordered: bool = False) -> Masks:
    """(D, S) canonical forms of deals, a piece at a time."""
    return np.concatenate([canonical(held[at], ordered=ordered) for at in pieces(np.arange(len(held)))])
