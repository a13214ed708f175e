"""The cards that a seat set differ from the cards that it was dealt.

Finds: a seat whose rows together do not contain the cards in its `dealt`.
Why: a card that was not dealt came from somewhere else, or the record of the deal belongs to another hand.
Example: seat 1 was dealt the deuce of clubs and set the deuce of hearts.
Needs: `dealt` and all three rows of a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.cards import JOKER, UNKNOWN, decode
from rules.checks.base import BlockView, Check, Draft, Tested, hand_seats
from rules.checks.causes import DECK
from rules.checks.having import closed
from rules.hands import DEALT, Flags, any_seat

CHECK = Check(
    "DCK004",
    "set-differs-from-dealt",
    "violation",
    "critical",
    ("WSGC-4", "WSGC-2b", "PAGAT-arrange-rows", "PAGAT-deal"),
    holds=("table.dealt", "table.rows"),
    area="cards",
    applies=closed,
    follows=DECK,
)


def run(view: BlockView) -> Tested:
    both = _both(view)
    either = view.hands.some_row
    reason = "the cards dealt to a seat, or the rows that it set, were not recorded"
    return Tested(_findings(view, both), [(any_seat(either & ~both) | ~any_seat(either), reason)])


def _both(view: BlockView) -> Flags:
    hands = view.hands
    return hands.all_rows & (hands.dealt_size >= 0)


def _findings(view: BlockView, both: Flags) -> Iterator[Draft]:
    hands = view.hands
    if not both.any():
        return
    suspect = both & (hands.held != hands.held_at_deal)
    if (hands.cards == JOKER).any() or (hands.dealt == JOKER).any():
        suspect |= both & ((hands.cards == JOKER).sum(axis=-1) != (hands.dealt == JOKER).sum(axis=-1))
    for hand, seat, _ in hands.odd:
        suspect[hand, seat] = both[hand, seat]
    for hand, seat in hand_seats(suspect):
        dealt = Counter(hands.row_cards(hand, seat, DEALT))
        placed = Counter(hands.set_cards(hand, seat))
        if UNKNOWN in dealt or UNKNOWN in placed or dealt == placed:
            continue
        yield _finding(view, hand, seat, placed - dealt, dealt - placed)


def _finding(view: BlockView, hand: int, seat: int, more: Counter[int], fewer: Counter[int]) -> Draft:
    placed, dealt = decode(sorted(more.elements())), decode(sorted(fewer.elements()))
    difference = ", and ".join(
        part for part in (f"set {placed}, which it was not dealt" if placed else "",
                          f"did not set {dealt}, which it was dealt" if dealt else "") if part
    )  # fmt: skip
    return Draft(
        hand=hand,
        seat=seat,
        stated=placed or "nothing more",
        expected=dealt or "nothing more",
        unit="cards",
        message=f"{view.where(hand, seat)}: the seat {difference}.",
    )
