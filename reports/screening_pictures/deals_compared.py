"""Two deals side by side, equal cards in the same places and joined, with the seats and suits that were exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from reports.chart_shapes import Chart, ChartBand, ChartText, Line, Shape
from reports.drawn_pages import WIDTH
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL, NOTE, SMALL_BOLD
from rules.cards import DECK, SUITS
from rules.screening.statistics import ScreenedSession

_SEAT, _JOIN, _ROW = 36.0, 34.0, 16.0
_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_Suits = tuple[int, ...]  # what each suit of the one deal is in the other


class ShownDeal(NamedTuple):
    """A deal of a session by the position of its hand."""

    session: ScreenedSession
    at: int

    @property
    def words(self) -> str:
        """The hand and its session."""
        return f"Hand {self.session.hands.number[self.at]} of session {self.session.header.session}"

    @property
    def seats(self) -> list[tuple[int, list[int]]]:
        """Numbers of the seats that have cards, and the cards of each."""
        hands = self.session.hands
        held = hands.thirteen[self.at] if hands.pot is None else hands.pot.hole[self.at]
        return [
            (
                int(hands.seat[self.at, column]),
                [card for card in range(len(DECK)) if int(held[column]) >> card & 1],
            )
            for column in np.flatnonzero(held).tolist()
        ]


def deals_compared(one: ShownDeal, other: ShownDeal) -> ScreeningPicture | None:
    """Both deals seat by seat; None: they are not equal but for the order of seats and suits."""
    found = _joined(one.seats, other.seats)
    if found is None:
        return None
    suits, joined = found
    exchanged = [
        f"{_NAMES[SUITS[suit]]} are {_NAMES[SUITS[became]]}"
        for suit, became in enumerate(suits)
        if suit != became
    ]
    says = (
        f"{one.words} and {other.words[:1].lower()}{other.words[1:]} are one deal of {sum(len(cards) for _, cards in one.seats)} "
        f"cards. {'; '.join(f'seat {left} is seat {right}' for left, right, _ in joined)}. "
        f"{'Suits: ' + ', '.join(exchanged) if exchanged else 'The suits are the same'}."
    )
    half = (WIDTH - _JOIN) / 2
    head: list[Shape] = [
        ChartText(0, 10, one.words, SMALL_BOLD, room=half),
        ChartText(half + _JOIN, 10, other.words, SMALL_BOLD, room=half),
    ]
    rows = [ChartBand(_ROW, _row(left, right, cards, suits, half), _ROW) for left, right, cards in joined]
    caption = (
        "A line joins the seats that have the same cards; equal cards stand in the same place. "
        f"{'The suits were exchanged: ' + ', '.join(exchanged) + '.' if exchanged else 'The suits are the same.'}"
    )
    return ScreeningPicture(
        "One deal in two sessions", Chart(says, WIDTH, (ChartBand(16, head), *rows)), caption
    )


def _joined(
    one: Sequence[tuple[int, list[int]]], other: Sequence[tuple[int, list[int]]]
) -> tuple[_Suits, list[tuple[int, int, list[int]]]] | None:
    """The suits, and seats of the one and the other with the cards of the one; the fewest suits are exchanged."""
    of_cards = {frozenset(cards): seat for seat, cards in other}
    for suits in sorted(permutations(range(4)), key=lambda each: sum(a != b for a, b in enumerate(each))):
        seats = [of_cards.get(frozenset(_in_suits(card, suits) for card in cards)) for _, cards in one]
        if len(one) == len(other) and None not in seats:
            return suits, [
                (left, right, cards)
                for (left, cards), right in zip(one, seats, strict=True)
                if right is not None
            ]
    return None


def _in_suits(card: int, suits: _Suits) -> int:
    return card // 4 * 4 + suits[card % 4]


def _row(left: int, right: int, cards: Sequence[int], suits: _Suits, half: float) -> list[Shape]:
    step = min((half - _SEAT) / max(len(cards), 1), 22.0)
    shapes: list[Shape] = []
    for begin, seat, shown in (
        (0.0, left, cards),
        (half + _JOIN, right, [_in_suits(card, suits) for card in cards]),
    ):
        shapes.append(ChartText(begin, 11, f"Seat {seat}", LABEL))
        shapes += (
            ChartText(begin + _SEAT + place * step, 11, DECK[card], NOTE._replace(colour=INK))
            for place, card in enumerate(reversed(shown))
        )
    return [*shapes, Line(half + 2, 8, half + _JOIN - 4, 8, 0.25, 0.8)]
