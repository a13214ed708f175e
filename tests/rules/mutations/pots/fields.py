"""The fields of a hand of a pot game by their names, and a change of each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.cards import DECK

Row = dict[str, Any]
Place = tuple[Row, str]  # what holds a value, and its key
_CARDS = {"hole", "up", "cards", "discard", "down", "burn", "offered"}
_SEATS = {"seat", "dealer", "called_by"}
_OTHERS = {
    "half": ("high", "low"), "said": ("check", "raise"), "by": ("floor",), "when": ("deal", "play"),
    "ruling": ("misdeal", "call_only", "play_on"),
}  # fmt: skip
_MORE = {"pot": 1, "run": 1, "times": 1, "act": 1, "cards": -1}
_KINDS = ("exposed_card", "dealt_out_of_order", "other")
_POSTS = ("small_blind", "ante", "dead")
_FEES = ("rake", "jackpot")


def fields_of(hand: Row) -> Iterator[tuple[str, Place]]:
    """Each recorded value with the name of its field; an act's is named by the act."""
    for key, value in hand.items():
        match key:
            case "seats" | "fees" | "irregularities" | "pots":
                yield from _of_rows(key, value)
            case "acts":
                for act in value:
                    yield from ((f"{act['act']}.{name}", (act, name)) for name in act if name != "act")
            case "event" | "hand" | "at" | "ended_at":
                pass
            case _:
                yield key, (hand, key)


def _of_rows(name: str, rows: list[Row]) -> Iterator[tuple[str, Place]]:
    for row in rows:
        for key, value in row.items():
            if key == "awards":
                yield from _of_rows(f"{name}.awards", value)
            else:
                yield f"{name}.{key}", (row, key)


def changed(hand: Row, place: Place, chance: random.Random) -> bool:
    """Give a field another value; False where there is none."""
    row, key = place
    value = _other(hand, row, key, row[key], chance)
    if value is None or value == row[key]:
        return False
    row[key] = value
    return True


def _other(hand: Row, row: Row, key: str, value: Any, chance: random.Random) -> Any:
    seats = [each["seat"] for each in hand["seats"]]
    if key in _CARDS and isinstance(value, str):
        return _other_card(hand, value, chance)
    if key in _SEATS:
        return chance.choice([each for each in seats if each != value])
    if key in ("eligible", "agreed"):
        return value[1:]
    if isinstance(value, bool):
        return not value
    if key == "kind":
        kinds = _KINDS if "ruling" in row else _POSTS if "act" in row else _FEES
        return chance.choice([each for each in kinds if each != value])
    if key in ("at", "acted_at"):  # of a clock: a minute earlier or later
        return value.replace(":03:", ":02:" if key == "at" else ":04:")
    if key == "street":
        return chance.choice([each for each in _streets(hand) if each != value] or [None])
    if key in _OTHERS:
        return chance.choice([each for each in _OTHERS[key] if each != value] or [None])
    if key == "chips":
        return [[50, 50], [50]]
    if isinstance(value, int):
        return value + _MORE.get(key, 100)
    return (
        f"{value}-x" if isinstance(value, str) and key in ("player", "dealer_id", "deck", "video") else None
    )


def _streets(hand: Row) -> list[str]:
    """The streets of the hand with cards, in their order."""
    return list(dict.fromkeys(act["street"] for act in hand["acts"] if "street" in act))


def _other_card(hand: Row, cards: str, chance: random.Random) -> str | None:
    """The first card of a text replaced by one that the hand does not have."""
    if cards[:2] in ("", "??"):
        return None
    seen = str(hand)
    return chance.choice([card for card in DECK if f"{card}" not in seen]) + cards[2:]


def without_act(hand: Row, kind: str, chance: random.Random) -> bool:
    """One act of a kind taken out of the record."""
    places = [place for place, act in enumerate(hand["acts"]) if act["act"] == kind]
    if places:
        del hand["acts"][chance.choice(places)]
    return bool(places)


def act_twice(hand: Row, kind: str, chance: random.Random) -> bool:
    """One act of a kind written down twice."""
    places = [place for place, act in enumerate(hand["acts"]) if act["act"] == kind]
    if places:
        place = chance.choice(places)
        hand["acts"].insert(place, dict(hand["acts"][place]))
    return bool(places)
