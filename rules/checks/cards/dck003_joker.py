"""A joker was dealt.

Finds: a joker among the cards that a seat was dealt or set, or more jokers than the deck has.
Why: a joker that does not belong to the deck shows that the deck was not checked before it came into play.
Example: seat 2 was dealt JK.
Needs: rows, or `dealt`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rules.cards import JOKER
from rules.checks.support.check import BY_ROWS, Check, Draft, Tested, hand_seats
from rules.checks.support.root_codes import DECK
from rules.checks.support.unjudged_hands import handled
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import DEALT, Flags, Hands, Ints, every_seat
from rules.one_value import has_one_value
from rules.open_face_hands import AS_DEALT

CHECK = Check(
    "DCK003",
    "joker",
    "violation",
    "critical",
    ("WSGC-1b", "GEN-deck", "PAGAT-deck", "CARN-table-max"),
    title="{who} has a joker that the deck does not have",
    quotes=False,
    rule=("table.deck",),
    area="cards",
    follows=DECK,
    mutations=BY_ROWS,
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    recorded = hands.cards_known | ~hands.dealt_in
    return Tested(drafts(view), [(~every_seat(recorded), "the cards of a seat were not recorded")])


@shared
def drafts(view: BlockView) -> tuple[Draft, ...]:
    """Findings of a block, cached for IRR002."""
    return tuple(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    of_the_deck = view.ruleset.sections.table.deck.jokers
    found = _seats(hands.cards)
    if not has_one_value(hands.dealt):
        found |= _seats(hands.dealt)
    if hands.open_face is not None:
        found |= _seats(hands.open_face.discards)
    for hand, seat, place in hands.odd:
        found[hand, seat] |= JOKER in (hands.row_cards(hand, seat, place) or ())
    placed = found.copy()
    if hands.open_face is not None:
        acts = hands.open_face.acts
        for act in acts.act[AS_DEALT][acts.card[AS_DEALT] == JOKER].tolist():
            found[acts.hand[act]] |= hands.seat[acts.hand[act]] == acts.seat[act]
    if of_the_deck and found.any():  # more of them than the deck has
        found &= (_jokers(hands) > of_the_deck)[:, None]
    for hand, seat in hand_seats(found & ~handled(view)[:, None]):
        dealt = JOKER in (hands.row_cards(hand, seat, DEALT) or ()) or not placed[hand, seat]
        event = "was dealt a joker" if dealt else "set a joker"
        yield Draft(
            hand=hand,
            seat=seat,
            stated="JK",
            expected=_MOST[of_the_deck > 0],
            unit="cards",
            message=f"{view.where(hand, seat)}: the seat {event}; {_composition(of_the_deck)}.",
        )


def _seats(codes: NDArray[np.uint8]) -> Flags:
    """(H, S, n) cards to (H, S): any joker."""
    there = codes == JOKER
    return there.any(axis=-1) if there.any() else np.zeros(codes.shape[:-1], np.bool_)


def _jokers(hands: Hands) -> Ints:
    """(H,) jokers in rows and discards."""
    found: Ints = (hands.cards == JOKER).sum(axis=(1, 2))
    if hands.open_face is not None:
        found += (hands.open_face.discards == JOKER).sum(axis=(1, 2))
    for hand, codes in ((hand, codes) for (hand, _, place), codes in hands.odd.items() if place != DEALT):
        found[hand] += codes.count(JOKER)
    return found


_MOST = {False: "no joker in the deck", True: "no more jokers than the deck has"}


def _composition(of_the_deck: int) -> str:
    if not of_the_deck:
        return "the game is played without jokers"
    jokers = "joker" if of_the_deck == 1 else "jokers"
    return f"the deck has {of_the_deck} {jokers}, and this deal has more"
