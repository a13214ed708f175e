"""Two deals side by side, equal cards in the same places and joined, with the seats and suits that were exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
_HALF = (WIDTH - _JOIN) / 2
_EQUAL = NOTE._replace(colour=INK)
_Seats = Sequence[tuple[int, list[int]]]  # the number of each, and its cards
_Shown = tuple[str, Sequence[tuple[int, bool]]]  # whose cards, and these with whether the other deal has them
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

    @property
    def board(self) -> list[int]:
        """Cards of the board in the order of the deal; none but in pot games."""
        pot = self.session.hands.pot
        return [] if pot is None else [card for card in pot.board[self.at].tolist() if card < len(DECK)]


def deals_compared(one: ShownDeal, other: ShownDeal) -> ScreeningPicture | None:
    """Both deals seat by seat; None: they are not equal but for the order of seats and suits."""
    found = _joined(one, other)
    if found is None:
        return None
    suits, joined = found
    exchanged = [
        f"{_NAMES[SUITS[suit]]} are {_NAMES[SUITS[became]]}"
        for suit, became in enumerate(suits)
        if suit != became
    ]
    cards = sum(len(cards) for _, cards in one.seats) + len(one.board)
    says = (
        f"{one.words} and {other.words[:1].lower()}{other.words[1:]} are one deal of {cards} cards. "
        f"{_turns((left, right) for left, right, _ in joined)} "
        f"{'Suits: ' + ', '.join(exchanged) if exchanged else 'The suits are the same'}."
    )
    seats = [(f"Seat {left}", f"Seat {right}", cards) for left, right, cards in joined]
    boards = [("Board", "Board", one.board[::-1])] if one.board else []
    rows = [
        _row((left, _all_equal(cards)), (right, _all_equal([_in_suits(card, suits) for card in cards])))
        for left, right, cards in [*seats, *boards]
    ]
    caption = (
        "A line joins the seats that have the same cards; equal cards stand in the same place. "
        f"{'The suits were exchanged: ' + ', '.join(exchanged) + '.' if exchanged else 'The suits are the same.'}"
    )
    return ScreeningPicture(
        "One deal in two sessions", Chart(says, WIDTH, (_head(one, other), *rows)), caption
    )


def deals_equal_in_part(one: ShownDeal, other: ShownDeal) -> ScreeningPicture | None:
    """Both deals seat by seat under the turn of the seats with most equal cards; None: one has other seats."""
    left, right = one.seats, other.seats
    if not left or len(left) != len(right):
        return None
    turned = [[*right[turn:], *right[:turn]] for turn in range(len(right))]
    best = max(turned, key=lambda each: _equal(left, each))
    pairs = list(zip(left, best, strict=True))
    says = (
        f"{one.words} and {other.words[:1].lower()}{other.words[1:]} have {_equal(left, best)} cards in the same seats. "
        f"{_turns((a, b) for (a, _), (b, _) in pairs)}"
    )
    rows = [
        _row((f"Seat {a}", _in_order(cards, others)), (f"Seat {b}", _in_order(others, cards)))
        for (a, cards), (b, others) in pairs
    ]
    return ScreeningPicture(
        "Two deals equal in part",
        Chart(says, WIDTH, (_head(one, other), *rows)),
        "A line joins the seats that are compared. Cards that both have come first; the others are fainter.",
    )


def _turns(seats: Iterable[tuple[int, int]]) -> str:
    """Sentence of the seats that are compared."""
    said = "; ".join(f"seat {one} is seat {other}" for one, other in seats if one != other)
    return f"{said[:1].upper()}{said[1:]}." if said else "The seats are the same."


def _equal(one: _Seats, other: _Seats) -> int:
    return sum(len({*cards} & {*others}) for (_, cards), (_, others) in zip(one, other, strict=True))


def _in_order(cards: Sequence[int], others: Sequence[int]) -> list[tuple[int, bool]]:
    """Cards with whether the others have them; these last, each sort in ascending order."""
    return sorted(((card, card in others) for card in cards), key=lambda each: (each[1], each[0]))


def _head(one: ShownDeal, other: ShownDeal) -> ChartBand:
    names = ((0.0, one.words), (_HALF + _JOIN, other.words))
    return ChartBand(16, [ChartText(x, 10, words, SMALL_BOLD, room=_HALF) for x, words in names])


def _joined(one: ShownDeal, other: ShownDeal) -> tuple[_Suits, list[tuple[int, int, list[int]]]] | None:
    """The suits, and seats of the one and the other with the cards of the one; the fewest suits are exchanged."""
    of_cards = {frozenset(cards): seat for seat, cards in other.seats}
    for suits in sorted(permutations(range(4)), key=lambda each: sum(a != b for a, b in enumerate(each))):
        seats = [of_cards.get(frozenset(_in_suits(card, suits) for card in cards)) for _, cards in one.seats]
        board = [_in_suits(card, suits) for card in one.board]
        if len(seats) == len(other.seats) and None not in seats and board == other.board:
            joined = zip(one.seats, seats, strict=True)
            return suits, [(left, right, cards) for (left, cards), right in joined if right is not None]
    return None


def _all_equal(cards: Sequence[int]) -> list[tuple[int, bool]]:
    return [(card, True) for card in cards]


def _in_suits(card: int, suits: _Suits) -> int:
    return card // 4 * 4 + suits[card % 4]


def _row(left: _Shown, right: _Shown) -> ChartBand:
    """A seat or board of each deal with its cards in ascending order, drawn from the last on; equal ones are dark."""
    shapes: list[Shape] = []
    for begin, (whose, cards) in ((0.0, left), (_HALF + _JOIN, right)):
        step = min((_HALF - _SEAT) / max(len(cards), 1), 22.0)
        shapes.append(ChartText(begin, 11, whose, LABEL))
        shapes += (
            ChartText(begin + _SEAT + place * step, 11, DECK[card], _EQUAL if equal else LABEL)
            for place, (card, equal) in enumerate(reversed(cards))
        )
    return ChartBand(_ROW, [*shapes, Line(_HALF + 2, 8, _HALF + _JOIN - 4, 8, 0.25, 0.8)], _ROW)
