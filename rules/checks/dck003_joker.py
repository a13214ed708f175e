"""A joker was dealt.

Finds: a joker among the cards dealt to a seat or set by it.
Why: the deck has none; a joker means that the deck was not checked before it came into play.
Example: seat 2 was dealt JK.
Needs: rows, or `dealt`.
Clauses: WSGC-1b, GEN-deck, PAGAT-deck
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.cards import JOKER
from rules.checks.aside import handled
from rules.checks.base import BlockView, Check, Draft, Tested, hand_seats
from rules.hands import DEALT, every_seat

CHECK = Check(
    "DCK003", "joker", "violation", "critical", ("WSGC-1b", "GEN-deck", "PAGAT-deck"), holds=("table.deck",)
)


def run(view: BlockView) -> Tested:
    hands = view.hands
    recorded = hands.cards_known | ~hands.present
    return Tested(drafts(view), [(~every_seat(recorded), "the cards of a seat were not recorded")])


@lru_cache(maxsize=1)
def drafts(view: BlockView) -> tuple[Draft, ...]:
    """The findings of a block; kept for IRR002, which asks for them again."""
    return tuple(_findings(view))


def _findings(view: BlockView) -> Iterator[Draft]:
    hands = view.hands
    if view.ruleset.get("table.deck.jokers", 0):
        return
    found = (hands.cards == JOKER).any(axis=-1)
    if hands.dealt.strides[-1]:
        found |= (hands.dealt == JOKER).any(axis=-1)
    for hand, seat, place in hands.odd:
        found[hand, seat] |= JOKER in (hands.row_cards(hand, seat, place) or ())
    for hand, seat in hand_seats(found & ~handled(view)[:, None]):
        dealt = JOKER in (hands.row_cards(hand, seat, DEALT) or ())
        said = "was dealt a joker" if dealt else "set a joker"
        yield Draft(
            hand=hand,
            seat=seat,
            stated="JK",
            expected="no joker in the deck",
            unit="cards",
            message=f"{view.where(hand, seat)}: the seat {said}; the game is played without jokers.",
        )
