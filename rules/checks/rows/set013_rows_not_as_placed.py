"""The final rows or discards differ from the cards that were placed.

Finds: a seat whose recorded front, middle, back or discards are not the cards of its placements.
Why: a card stays where it is set. A card that has moved by the showdown can change which player wins the row.
Example: seat 2 placed Kd in the middle; the final rows have it at the back.
Needs: `placements`, and the rows of the seat.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.cards import CODES, ROW_SIZES, ROWS, decode
from rules.checks.support.check import Check, Draft, Tested, hand_seats, inapplicable
from rules.checks.support.root_codes import DECK
from rules.checks.support.street_acts import followed, streets, unplaced
from rules.checks.support.views import BlockView
from rules.hands import DISCARDS, Flags, any_seat
from rules.open_face_hands import DISCARD, bits
from rules.replay.placement.street_dealing import UNKNOWN_BIT, Streets

CHECK = Check(
    "SET013",
    "rows-not-as-placed",
    "violation",
    "critical",
    ("CARN-deal-single", "CARN-deal-shape", "OFC-after-five", "PINE-three"),
    title="{whose} rows differ from the cards that it placed",
    quotes=False,
    rule=("placement",),
    area="cards",
    follows=(*DECK, "SET009", "SET010", "SET011"),
    mutations=("ofc",),
)
_STARTS = (0, 3, 8)
_NAMES = (*ROWS, "discards")


def run(view: BlockView) -> Tested:
    found = streets(view)
    if found is None:
        return inapplicable(view)
    hands = view.hands
    unset = hands.dealt_in & ~hands.all_rows
    unknown = hands.dealt_in & (_unknown(found) | ~hands.cards_known)
    return Tested(
        _findings(view, found),
        [
            *unplaced(view),
            (any_seat(unset), "the final rows of a seat were not recorded"),
            (any_seat(unknown), "a card of a placement or of a row was not recorded"),
        ],
    )


def _unknown(found: Streets) -> Flags:
    result: Flags = (np.bitwise_or.reduce(found.together, axis=-1) & UNKNOWN_BIT) != 0
    return result


def _findings(view: BlockView, found: Streets) -> Iterator[Draft]:
    hands = view.hands
    assert hands.open_face is not None
    placed = followed(view) & ~view.replayed.void
    counted = placed[:, None] & hands.dealt_in & ~_unknown(found)
    for place, mask in enumerate((*_rows(view), _discards(view))):
        recorded, held = mask
        differs = counted & recorded & (held != found.together[..., DISCARD if place == 3 else place])
        for hand, seat in hand_seats(differs):
            stated = decode(hands.row_cards(hand, seat, DISCARDS if place == 3 else place) or [])
            if "??" in stated:
                continue
            expected = _described(found, hand, seat, DISCARD if place == 3 else place)
            name = _NAMES[place]
            yield Draft(
                hand=hand,
                seat=seat,
                stated=stated,
                expected=expected,
                unit="cards",
                fact=f"{name}|{stated}|{expected}",
                message=(
                    f"{view.where(hand, seat)}: the final {name} {'are' if place == 3 else 'is'} "
                    f"{stated or 'empty'}; {expected or 'nothing'} was placed there."
                ),
            )


def _rows(view: BlockView) -> Iterator[tuple[Flags, np.ndarray]]:
    """(H, S) recorded rows, and cards as bits."""
    hands = view.hands
    for row, (start, size) in enumerate(zip(_STARTS, ROW_SIZES, strict=True)):
        held = bits(hands.cards[..., start : start + size])
        for hand, seat, place in hands.odd:
            if place == row:
                held[hand, seat] = bits(np.array(hands.odd[hand, seat, place], np.uint8))
        yield hands.sizes[..., row] >= 0, held


def _discards(view: BlockView) -> tuple[Flags, np.ndarray]:
    hands = view.hands
    assert hands.open_face is not None
    if not (hands.open_face.discards_size >= 0).any():
        return np.zeros(hands.seat.shape, np.bool_), np.zeros(hands.seat.shape, np.uint64)
    held = bits(hands.open_face.discards)
    for hand, seat, place in hands.odd:
        if place == DISCARDS:
            held[hand, seat] = bits(np.array(hands.odd[hand, seat, place], np.uint8))
    return hands.open_face.discards_size >= 0, held


def _described(found: Streets, hand: int, seat: int, place: int) -> str:
    acts = found.acts.of_seat(hand, int(found.hands.seat[hand, seat]))
    if place == DISCARD:
        return decode([code for act in acts for code in _cards_in(int(found.discarded[act]))])
    return decode([code for act in acts for code in found.acts.cards(act, place)])


def _cards_in(held: int) -> list[int]:
    return [code for code in range(CODES) if held >> code & 1]
