"""A whole deal is repeated with its seats or its suits exchanged.

Finds: two hands of a session, one of which becomes the other, card for card, when seats, suits or both are exchanged.
Why: a shuffled deck does not produce the same deal twice. The record of one hand was copied for another and changed to
look like a new deal.
Example: in hand 88 seats 1, 2 and 3 hold what seats 2, 3 and 1 held in hand 31, with hearts for spades.
Needs: thirteen cards of every seat in both hands, and at least two seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rules.cards import SUIT_NAMES
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.held_cards import Exchange, deal_shapes, exchanges, repeated
from rules.checks.support.log_view import LogView
from rules.hands import Flags

CHECK = Check(
    "DCK006",
    "deal-repeated-in-disguise",
    "violation",
    "critical",
    ("external:RECORD-complete",),
    title="A deal is repeated with seats or suits exchanged",
    quotes=False,
    scope="log",
    area="cards",
)


def run(log: LogView) -> Tested:
    shapes = deal_shapes(log.cards)
    unknown: Flags = log.cards.deal == 0
    return Tested(
        _findings(log, shapes),
        [
            (unknown, "not all cards of the deal were recorded"),
            (~unknown & (shapes == 0), "the cards of a single seat are not a whole deal"),
        ],
    )


def _findings(log: LogView, shapes: np.ndarray) -> Iterator[Draft]:
    again = repeated(shapes[shapes != 0])
    alike: dict[int, list[int]] = defaultdict(list)
    if len(again):
        places = np.flatnonzero(np.isin(shapes, again))
        for place, shape in zip(places.tolist(), shapes[places].tolist(), strict=True):
            alike[shape].append(place)
    pairs = sorted(pair for places in alike.values() for pair in _of_group(log, places))
    if pairs:
        again_at, origin = np.array(pairs).T
        for (place, first), how in zip(pairs, exchanges(log.cards.held, origin, again_at), strict=True):
            if how is not None:
                yield _finding(log, place, first, how)


def _of_group(log: LogView, places: list[int]) -> Iterator[tuple[int, int]]:
    """Later hands of a shape, with the first; not card-for-card repeats."""
    seen = {int(log.cards.deal[places[0]])}
    for place in places[1:]:
        deal = int(log.cards.deal[place])
        if deal not in seen:
            seen.add(deal)
            yield place, places[0]


def _finding(log: LogView, place: int, origin: int, how: Exchange) -> Draft:
    changes = [text for text in (_seats(how), _suits(how)) if text]
    return Draft(
        hand=place,
        stated=int(log.number[place]),
        expected=None,
        unit="hand number",
        fact=str(int(log.number[origin])),
        message=(
            f"{log.where(place)}: this is the deal of {log.where(origin).lower()} (line {int(log.line[origin])}) "
            f"{' and '.join(changes)}; the record of a deal was used twice."
        ),
    )


def _seats(how: Exchange) -> str:
    moved = {seat: other for seat, other in how.seats.items() if seat != other}
    if not moved:
        return ""
    exchanged = ", ".join(
        f"seat {seat} with the cards of seat {other}" for seat, other in sorted(moved.items())
    )
    return f"with seats exchanged ({exchanged})"


def _suits(how: Exchange) -> str:
    moved = [(old, new) for old, new in enumerate(how.suits) if old != new]
    if not moved:
        return ""
    exchanged = ", ".join(f"{SUIT_NAMES[new]} for {SUIT_NAMES[old]}" for old, new in moved)
    return f"with suits exchanged ({exchanged})"
