"""Acts of setting cards: turns and streets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct

from rules.cards import TEXTS
from rules.records.events import Placement
from simulation.open_face.open_face_setting import BACK, DISCARDED, FRONT, MIDDLE
from simulation.open_face_parameters import SimulatedOpenFace

Street = tuple[str, str, str, str, str]  # dealt, front, middle, back, discarded

_ROWS = {FRONT: (1, 0, 0), MIDDLE: (0, 1, 0), BACK: (0, 0, 1)}
_SINGLE: list[list[Street]] = [  # of one card, by row and card
    [(text, text * front, text * middle, text * back, "") for text in TEXTS]
    for front, middle, back in _ROWS.values()
]


class PlacedHand(Struct, frozen=True):
    """Cards of one player in the order dealt, and the row of each."""

    seat: int
    cards: Sequence[int]
    places: Sequence[int]
    at_once: int = 0  # cards, in fantasyland

    def streets(self, rules: SimulatedOpenFace) -> list[Street]:
        if self.at_once:
            return [self._street(0, self.at_once)]
        return [
            _SINGLE[self.places[first]][self.cards[first]] if end - first == 1 else self._street(first, end)
            for first, end in rules.streets
        ]

    def _street(self, first: int, end: int) -> Street:
        texts = ["", "", "", ""]
        dealt = ""
        for card, place in zip(self.cards[first:end], self.places[first:end], strict=True):
            dealt += TEXTS[card]
            texts[place] += TEXTS[card]
        return (dealt, *texts)  # type: ignore[return-value]  # five texts


class DealTurn(NamedTuple):
    """An act. row: of its only card; None: several cards."""

    seat: int
    street: int
    cards: Street
    place: int | None


def turns(rules: SimulatedOpenFace, hands: Sequence[PlacedHand], button: int) -> list[DealTurn]:
    """Acts of a deal: round by round from the left of the button, then fantasyland."""
    around = sorted(hands, key=lambda hand: (hand.seat <= button, hand.seat))
    streets = [(hand, hand.streets(rules)) for hand in around]
    acts = [
        DealTurn(hand.seat, street, cards[street], hand.places[first] if end - first == 1 else None)
        for street, (first, end) in enumerate(rules.streets)
        for hand, cards in streets
        if not hand.at_once
    ]
    return acts + [DealTurn(hand.seat, 0, cards[0], None) for hand, cards in streets if hand.at_once]


def written(acts: Sequence[DealTurn], times: Sequence[str]) -> list[Placement]:
    placements = []
    for act, at in zip(acts, times, strict=True):
        dealt, front, middle, back, gone = act.cards
        placements.append(Placement(act.seat, dealt, front, middle, back, at, gone or UNSET))
    return placements


def discards(hand: PlacedHand) -> str:
    return "".join(
        TEXTS[card] for card, place in zip(hand.cards, hand.places, strict=True) if place == DISCARDED
    )
