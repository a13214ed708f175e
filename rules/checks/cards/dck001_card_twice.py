"""A card appears twice in a deal.

Finds: a card that two seats hold, or that one seat holds twice, in the rows as set or in the cards as dealt; in a pot game,
also on the board, among the burnt cards, or among the cards that a seat showed, threw away or held at the end.
Why: a deck has each card once. A card that appears twice means a foreign card, a fouled deck, or a record that does not
show what was dealt.
Example: seats 1 and 3 both set the queen of hearts.
Needs: the rows of two players, or `dealt`; of a pot game, cards of seats, acts, boards or burns. What seats of a void hand, or
of one with an irregularity on record, showed or threw away is left out: a ruling may have replaced a card. A card that a seat
shows and cannot have been dealt is found by DCK004.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from rules import cards
from rules.cards import HAND_SIZE, JOKER
from rules.checks.cards.pot_cards import BOARD_SEAT
from rules.checks.cards.pot_pool import pool_of
from rules.checks.cards.pot_twice import copies, twice
from rules.checks.support.check import ANY_GAME, BY_ROWS, Check, Draft, HandsView, Tested
from rules.checks.support.root_codes import DECK
from rules.checks.support.unjudged_hands import handled, irregular
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView, PotView
from rules.hands import DEALT, DISCARDS, Flags, Hands, any_seat, every_seat, over_seats
from rules.one_value import has_one_value
from rules.open_face_hands import AS_DEALT, columns_of
from rules.pot_hands import GAMES

DECK_ONCE = "external:DECK-once"  # of games whose controls say nothing of their deck
CHECK = Check(
    "DCK001",
    "card-twice",
    "violation",
    "critical",
    ("WSGC-1a", "GEN-deck", "PAGAT-deck", "OFC-turns", "CARN-table-max", DECK_ONCE),
    title="A card appears twice in the deal",
    quotes=False,
    rule=("table.deck", "pot.games"),
    area="cards",
    games=ANY_GAME,
    follows=DECK,
    mutations=BY_ROWS,
)


def run(view: BlockView | PotView) -> Tested:
    if isinstance(view, PotView):
        return _of_pots(view)
    known = view.hands.cards_known | ~view.hands.dealt_in
    return Tested(drafts(view), [(~every_seat(known), "not all cards of the deal were recorded")])


@shared
def drafts(view: BlockView) -> tuple[Draft, ...]:
    """Findings of a block, cached for IRR002."""
    return tuple(_findings(view))


def _of_pots(view: PotView) -> Tested:
    play = view.replayed.play
    pool = pool_of(play, irregular(view) | (view.hands.void == 1))
    several = np.bincount(pool.hand, minlength=len(view)) > 1
    found = [
        _finding(
            view,
            hand,
            seat,
            code,
            f"pot.games.{GAMES[int(play.pot.game[hand])]}",
            copies(play, pool, hand, code),
        )
        for hand, seat, code in twice(play, pool)
    ]
    return Tested(found, [(~several, "not all cards of the deal were recorded")])


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    for hand in np.flatnonzero(_suspects(hands) & ~handled(view)).tolist():
        reported: set[tuple[int, int]] = set()
        for dealt in (False, True):
            for seat, code in _twice(hands, hand, dealt):
                if (seat, code) not in reported:
                    reported.add((seat, code))
                    yield _finding(view, hand, seat, code)


def _suspects(hands: Hands) -> Flags:
    """(H,) hands to test card by card."""
    suspect = _suspect(hands.cards, hands.held) | _suspect(hands.dealt, hands.held_at_deal)
    if not has_one_value(hands.dealt):
        either = np.where(hands.all_rows, hands.held, hands.held_at_deal)
        together = np.bitwise_count(cards.masks_together(either))
        suspect |= together < over_seats(np.bitwise_count(either))
    for hand, _, place in hands.odd:
        suspect[hand] |= place != DISCARDS  # which are counted with the rows
    if hands.open_face is not None:
        suspect |= _repeated(hands)
    return suspect


def _repeated(hands: Hands) -> Flags:
    """(H,) open-face hands with a card in two acts, or in rows and discards."""
    face = hands.open_face
    assert face is not None
    act_hand, dealt = face.acts.hand[face.acts.act[AS_DEALT]], face.acts.card[AS_DEALT]
    rows = np.concatenate(
        [hands.cards.reshape(len(hands), -1), face.discards.reshape(len(hands), -1)], axis=1
    )
    columns = columns_of(hands, face.acts)
    acted = np.zeros(hands.seat.shape, np.bool_)
    acted[face.acts.hand[columns >= 0], columns[columns >= 0]] = True
    found = any_seat(hands.dealt_in & ~(acted & hands.some_row)) & face.acts_recorded  # acts against rows
    odd = [
        (hand, code) for (hand, _, place), codes in hands.odd.items() if place == DISCARDS for code in codes
    ]
    row_hand = np.concatenate([np.repeat(np.arange(len(hands)), rows.shape[1]), [hand for hand, _ in odd]])
    in_rows = np.concatenate([rows.ravel(), np.array([code for _, code in odd], np.uint8)])
    for where, codes in ((act_hand, dealt), (row_hand.astype(np.int64), in_rows)):
        known = codes < JOKER
        times = np.bincount(where[known] * JOKER + codes[known], minlength=len(hands) * JOKER)
        found |= (times.reshape(len(hands), JOKER) > 1).any(axis=1)
    return found


def _suspect(codes: np.ndarray, by_seat: np.ndarray) -> Flags:
    """Hands with a card twice in (H, S, 13), by masks of seats."""
    if has_one_value(codes):  # nothing recorded
        return np.zeros(len(codes), np.bool_)
    different = np.bitwise_count(by_seat)
    found: Flags = np.bitwise_count(cards.masks_together(by_seat)) < over_seats(different)
    hand, seat = np.nonzero(different < HAND_SIZE)  # of the others, no card can be there twice
    found[hand[(codes[hand, seat] < JOKER).sum(axis=1) > different[hand, seat]]] = True
    return found


def _twice(hands: Hands, hand: int, dealt: bool) -> list[tuple[int, int]]:
    """Column and card of each holder of a repeated card.

    Rows count before the deal; with ``dealt`` after it.
    """
    held = [
        (seat, code)
        for seat in range(hands.seat.shape[1])
        for code in _of_seat(hands, hand, seat, dealt)
        if code < JOKER
    ]
    times = Counter(code for _, code in held)
    return sorted({(seat, code) for seat, code in held if times[code] > 1})


def _of_seat(hands: Hands, hand: int, seat: int, dealt: bool) -> list[int]:
    at_deal, in_rows = hands.row_cards(hand, seat, DEALT), hands.set_cards(hand, seat)
    if hands.open_face is not None:
        at_deal = hands.open_face.acts.dealt(hand, int(hands.seat[hand, seat])) or None
        in_rows = in_rows + (hands.row_cards(hand, seat, DISCARDS) or [])
    return (at_deal or in_rows) if dealt else (in_rows or at_deal or [])


def _finding(
    view: HandsView, hand: int, seat: int, code: int, rule: str | None = None, places: Sequence[str] = ()
) -> Draft:
    """Finding of a holder. seat: column or BOARD_SEAT. places: of the copies."""
    text, name = cards.decode([code]), cards.name(code)
    of_pots = rule is not None
    column = None if seat == BOARD_SEAT else seat
    where = f". Copies: {', '.join(places)}" if places else ""
    return Draft(
        hand=hand,
        seat=column,
        clause=DECK_ONCE if of_pots else None,
        rule=rule,
        stated=text,
        expected="once in the deal",
        unit="cards",
        fact=text,
        message=(
            f"{view.where(hand, column)}: the {name} ({text}) appears more than once in this deal; a deck has it once{where}."
        ),
    )
