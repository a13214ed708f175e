"""A hand street by street: a column for each street, a line for each row of a player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import cards, number
from auditor.reference.systems.worked import Worked
from rules.cards import ROWS

SEATS = 10
Act = dict[str, Any]


def streets(one: Worked) -> Iterator[str]:
    """Acts of setting cards; nothing where none were recorded."""
    if not one.hand.get("placements"):
        return
    in_turn = [seat for seat in acting(one) if "fantasyland" not in _seat(one, seat)]
    yield "#### Street by street"
    yield "Each column is a street. Down the column, each player places his cards, from the left of the button on."
    count = max(len(acts(one, seat)) for seat in in_turn)
    lanes = (*ROWS, "discard") if one.hand["variant"] == "pineapple" else ROWS
    lines = [line for seat in in_turn for line in _lines(one, seat, lanes, count)]
    yield table(("player", "row", *map(str, range(1, count + 1))), lines)
    yield from (_at_once(one, seat) for seat in acting(one) if seat not in in_turn)


def acting(one: Worked) -> list[int]:
    """Seats that place cards, clockwise from the left of the button."""
    seats = {act["seat"] for act in one.hand["placements"]}
    return sorted(seats, key=lambda seat: (seat - one.hand["dealer"] - 1) % SEATS)


def acts(one: Worked, seat: int) -> list[Act]:
    """Acts of a seat in order."""
    return [act for act in one.hand["placements"] if act["seat"] == seat]


def _seat(one: Worked, seat: int) -> dict[str, Any]:
    return next(each for each, _ in one.seats if each["seat"] == seat)


def _lines(one: Worked, seat: int, lanes: tuple[str, ...], count: int) -> Iterator[list[str]]:
    mine = acts(one, seat)
    for at, lane in enumerate(lanes):
        placed = [cards(act.get(lane)) for act in mine]
        yield [one.name(seat) if at == 0 else "", lane, *placed, *[""] * (count - len(placed))]


def _at_once(one: Worked, seat: int) -> str:
    (act,) = acts(one, seat)
    dealt, away = number(len(act["dealt"]) // 2), cards(act.get("discard"))
    text = f"{one.name(seat)} is in fantasyland: he is dealt {dealt} cards at once, sees all of them"
    return f"{text}, sets thirteen and discards {away}." if away else f"{text} and sets them."
