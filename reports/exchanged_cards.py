"""Cards set but not dealt, in words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from reports.card_words import card
from reports.formatting import listed
from rules.cards import HAND_SIZE, ROW_SIZES, ROWS, decode, encode, masks
from rules.dealt_cards_restored import put_back
from rules.shown_hands import Exhibit, SeatRecord

_TESTED = np.ones(1, np.bool_)
_FIRST = np.cumsum((0, *ROW_SIZES)).tolist()  # where each row begins among the cards of a seat


def exchanged_notes(exhibit: Exhibit) -> Iterator[str]:
    """Sentence for each seat scored by other cards, or that cannot be.

    None in void or irregular hands.
    """
    if exhibit.game != "chinese" or exhibit.void or exhibit.irregularities:
        return
    for seat in sorted(exhibit.seats, key=lambda each: each.seat):
        yield from _of_seat(seat)


def _of_seat(seat: SeatRecord) -> Iterator[str]:
    rows = [getattr(seat, row) or "" for row in ROWS]
    if [len(row) // 2 for row in rows] != list(ROW_SIZES) or len(seat.dealt or "") != 2 * HAND_SIZE:
        return
    set_cards, dealt = encode("".join(rows)), encode(seat.dealt or "")
    found = put_back(set_cards[None, None], masks(set_cards)[None, None], masks(dealt)[None, None], _TESTED)
    strange = [code for code in set_cards.tolist() if code not in dealt.tolist()]
    if found.unclear[0]:
        yield (
            f"Seat {seat.seat} set {_cards(strange)} in several rows and was not dealt them: it is not known which cards "
            "stand in their place."
        )
        return
    scored = found.cards[0, 0]
    for row, first, end in zip(ROWS, _FIRST, _FIRST[1:], strict=False):
        changed = np.flatnonzero(scored[first:end] != set_cards[first:end]) + first
        if len(changed):
            wrong, right = set_cards[changed].tolist(), scored[changed].tolist()
            yield (
                f"Seat {seat.seat} set {_cards(wrong)} in the {row} and was not dealt {_it(wrong)}: the {row} is scored with "
                f"{_cards(right)}, which it was dealt and did not set."
            )


def _cards(codes: list[int]) -> str:
    return listed([card(decode([code])) for code in codes])


def _it(codes: list[int]) -> str:
    return "it" if len(codes) == 1 else "them"
