"""A log with one fact changed."""

from __future__ import annotations

from dataclasses import dataclass

from tests.plain.open_face.cards import DECK, ROWS, cards_of
from tests.rules.build import Event

OTHERS = ("discards", "discard", "dealt")  # where cards stand beside rows


@dataclass(frozen=True)
class Change:
    """``line``: what replaces the line at a place of the log.

    absent: something that was recorded is not any more. alone: what it shows, it shows beside the other hands of its log,
    by numbers, times or the unit.
    """

    what: str
    line: Event
    absent: bool = False
    alone: bool = False


def absent(what: str, line: Event, *, alone: bool = False) -> Change:
    return Change(f"{what} not recorded", line, absent=True, alone=alone)


def cards_there(hand: Event) -> set[str]:
    """Every card that a hand knows of."""
    places = [*hand["seats"], *hand.get("placements", ())]
    return {card for each in places for name in (*ROWS, *OTHERS) for card in cards_of(each.get(name))}


def unseen(hand: Event) -> list[str]:
    there = cards_there(hand)
    return [card for card in DECK if card not in there]


def seat_of(hand: Event, number: int) -> Event:
    return next(seat for seat in hand["seats"] if seat["seat"] == number)


def from_(text: str, at: int) -> str:
    """Cards with the one at a place left out."""
    return text[: 2 * at] + text[2 * at + 2 :]
