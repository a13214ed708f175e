"""A recorded hand's seats: who was dealt in, who fouled, what the rows are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.plain.open_face.cards import ROWS, SIZES, cards_of
from tests.plain.open_face.rows import Value, name, royalty, value, values
from tests.plain.open_face.systems import Rules

Hand = Mapping[str, Any]  # an ofc_hand
Seat = Mapping[str, Any]  # one of its seats
FOULING = ("hand_fouled", "hand_dead")


@dataclass
class Player:
    """A seat, and what it comes to before anybody is compared."""

    seat: int
    missed: bool = False
    fouled: bool = False
    rows: dict[str, Value | None] = field(
        default_factory=dict
    )  # None: a row of the wrong size, or none at all
    royalties: dict[str, int] = field(default_factory=dict)  # of the rows as they lie, fouled or not

    @property
    def legal(self) -> bool:
        return not self.missed and not self.fouled

    @property
    def names(self) -> dict[str, str | None]:
        return {row: worth and name(worth) for row, worth in self.rows.items()}


def players_of(hand: Hand, rules: Rules) -> list[Player]:
    """By seat."""
    return [player_of(hand, seat, rules) for seat in sorted(hand["seats"], key=lambda each: each["seat"])]


def player_of(hand: Hand, seat: Seat, rules: Rules) -> Player:
    if missed(seat):
        return Player(seat["seat"], missed=True, rows=dict.fromkeys(ROWS), royalties=dict.fromkeys(ROWS, 0))
    rows = rows_of(seat, rules)
    royalties = {row: royalty(row, worth, rules) if worth else 0 for row, worth in rows.items()}
    fouled = out_of_order(rows, rules) or declared_fouled(hand, seat)
    return Player(seat["seat"], fouled=fouled, rows=rows, royalties=royalties)


def missed(seat: Seat) -> bool:
    return seat.get("status", "played") == "missed"


def declared_fouled(hand: Hand, seat: Seat) -> bool:
    """Marked fouled, with an irregularity on the seat that was ruled so (replay.md)."""
    return bool(seat.get("fouled")) and any(
        each.get("seat") == seat["seat"] and each.get("ruling") in FOULING
        for each in hand.get("irregularities", [])
    )


# ---------------------------------------------------------------- the order of the rows


def rows_of(seat: Seat, rules: Rules) -> dict[str, Value | None]:
    """Each row at its best, or, where the reading is so, the best rows that are in order; None: of the wrong size."""
    cards = {row: tuple(cards_of(seat[row])) for row in ROWS}
    right = {row: len(cards[row]) == size for row, size in SIZES.items()}
    best = {row: value(cards[row], rules.wheel) if right[row] else None for row in ROWS}
    if rules.jokers == "best_legal" and all(right.values()):
        return best_legal(cards, rules) or best
    return best


def best_legal(cards: dict[str, tuple[str, ...]], rules: Rules) -> dict[str, Value | None] | None:
    """From the back: the higher a row is, the higher the one before it may be, so that all three come out highest."""
    found: dict[str, Value] = {"back": value(cards["back"], rules.wheel)}
    for row, behind in (("middle", "back"), ("front", "middle")):
        fitting = [
            worth for worth in values(cards[row], rules.wheel) if in_order(row, worth, found[behind], rules)
        ]
        if not fitting:
            return None
        found[row] = max(fitting)
    return {row: found[row] for row in ROWS}


def out_of_order(rows: Mapping[str, Value | None], rules: Rules) -> bool:
    """ "the front is a higher ranking poker hand than the middle or the middle is higher ranking than the back" (000).

    A row of the wrong size fouls the hand.
    """
    front, middle, back = (rows[row] for row in ROWS)
    if front is None or middle is None or back is None:
        return True
    return not in_order("front", front, middle, rules) or not in_order("middle", middle, back, rules)


def in_order(row: str, worth: Value, behind: Value, rules: Rules) -> bool:
    """A row, front or middle, and the one behind it."""
    if row == "front" and rules.front_against_middle == "first_three":
        behind = (behind[0], behind[1][:3])
    return worth < behind if rules.equal_rows == "foul" else worth <= behind
