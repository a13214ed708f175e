"""The thirteen cards of a seat are repeated in another hand.

Finds: two hands of a session with different deals in which a seat holds the same thirteen cards. Tested only where
chance produces fewer than 0.001 such pairs in all the hands of the log.
Why: there are 635 billion hands of thirteen cards. Where one occurs twice in an evening, find out how the record was
made.
Example: seat 2 of hand 140 holds the thirteen cards that seat 4 held in hand 12, in a log with 1,200 recorded hands of
seats.
Needs: the thirteen cards of a seat in both hands. Where cards are discarded, players choose thirteen cards from more,
so chance repeats a set of cards in a much shorter log.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np

from rules.cards import HAND_SIZE
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.held_cards import HeldCards, deal_shapes, known
from rules.checks.support.log_view import LogView

CHECK = Check(
    "DCK007",
    "cards-of-a-seat-repeated",
    "indicator",
    "minor",
    ("external:RECORD-complete",),
    quotes=False,
    scope="log",
    area="cards",
    follows=("DCK005", "DCK006"),
)
BY_CHANCE = 0.001  # expected pairs; from this number on, a pair proves nothing
_WAYS = comb(52, HAND_SIZE)


def run(log: LogView) -> Tested:
    held = log.cards.held
    unknown = [(~known(held, len(log)), "no seat of the hand has thirteen cards on record")]
    if held is None or not len(held.packed):
        return Tested((), unknown)
    if expected_pairs(held) >= BY_CHANCE:
        many = "in a log of this size, chance may repeat the thirteen cards of a seat"
        return Tested((), [*unknown, (np.ones(len(log), np.bool_), many)])
    return Tested(_findings(log, held), unknown)


def expected_pairs(held: HeldCards) -> float:
    """Upper bound of expected pairs of equal thirteen cards."""
    counts = held.dealt.items()
    choices = sum(comb(size, HAND_SIZE) * count for size, count in counts)
    same_seat = sum(comb(size, HAND_SIZE) ** 2 * count for size, count in counts)
    return (choices**2 - same_seat) / (2 * _WAYS)


def _findings(log: LogView, held: HeldCards) -> Iterator[Draft]:
    again = held.repeated()
    if not len(again):
        return
    cards, hand, seat = held.cards, held.hand, held.seat
    rows = np.flatnonzero(np.isin(cards, again))
    shapes = deal_shapes(log.cards)
    origin, sitting = dict[int, int](), _Sitting(log)
    for row in rows[np.argsort(cards[rows], kind="stable")].tolist():
        first = origin.setdefault(int(cards[row]), row)
        one, other = int(hand[first]), int(hand[row])
        same_deal = one == other or log.cards.deal[one] == log.cards.deal[other] != 0
        if not same_deal and not (shapes[one] == shapes[other] != 0):
            player = sitting.player(int(log.number[other]), int(seat[row]))
            yield _finding(log, (one, int(seat[first])), (other, int(seat[row])), player, len(cards))


def _finding(
    log: LogView, first: tuple[int, int], again: tuple[int, int], player: str | None, seats: int
) -> Draft:
    (origin, earlier), (place, later) = first, again
    number = int(log.number[place])
    return Draft(
        hand=place,
        seat_number=later,
        player=player,
        stated=number,
        expected=None,
        unit="hand number",
        fact=f"{int(log.number[origin])}|{earlier}",
        message=(
            f"{log.where(place)}, seat {later}: the seat holds the thirteen cards that seat {earlier} held in "
            f"{log.where(origin).lower()} (line {int(log.line[origin])}); fewer than {BY_CHANCE} such pairs are expected by "
            f"chance among the {seats:,} hands of seats on record."
        ),
    )


class _Sitting:
    def __init__(self, log: LogView) -> None:
        self._stretches = log.people.stretches
        self._seat, self._first, self._last = (
            np.fromiter((getattr(each, name) for each in self._stretches), np.int64, len(self._stretches))
            for name in ("seat", "first", "last")
        )

    def player(self, number: int, seat: int) -> str | None:
        """Player in a seat in a hand; None: nobody."""
        there = np.flatnonzero((self._seat == seat) & (self._first <= number) & (number <= self._last))
        return self._stretches[int(there[0])].player if len(there) else None
