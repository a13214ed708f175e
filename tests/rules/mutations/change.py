"""A hand with one fact changed, and how to change it without touching the hand that it was made from."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tests.rules.build import Event
from tests.rules.mutations.expected import Place, expected


@dataclass
class Change:
    """expected: the places where a breach must be reported.

    loosely: the cards are no deal any more, and more may be reported than that.
    """

    what: str
    hand: Event
    expected: AbstractSet[Place] = field(default_factory=set)
    loosely: bool = False

    @property
    def shows(self) -> bool:
        return bool(self.expected)


def judged(what: str, hand: Event, system: str, alike: str | None = None) -> Change:
    """A change that shows where the plain scorer reports it.

    Where it reports nothing the change is called ``alike``, or by whether what was due is known.
    """
    found = expected(hand, system)
    if found.places:
        return Change(what, hand, found.places)
    if alike is None:
        alike = f"{what}, the same due" if found.due.known else f"{what}, no price"
    return Change(alike, hand)


# ------------------------------------------------------------------------------- a fact changed


def with_(hand: Event, **values: object) -> Event:
    """The hand with other values; None takes a field out."""
    return {name: value for name, value in {**hand, **values}.items() if value is not None}


def put(hand: Event, place: int, **values: object) -> Event:
    """The hand with other values in a seat."""
    seats = list(hand["seats"])
    seats[place] = with_(seats[place], **values)
    return {**hand, "seats": seats}


def with_one(hand: Event, name: str, place: int, /, **values: object) -> Event:
    """The hand with other values in one entry of a list; None takes a field out."""
    entries = list(hand[name])
    entries[place] = with_(entries[place], **values)
    return {**hand, name: entries}


def without(entries: list[Event], at: int) -> list[Event]:
    return [*entries[:at], *entries[at + 1 :]]


def exchanged(entries: list[Event], one: int, two: int) -> list[Event]:
    entries = list(entries)
    entries[one], entries[two] = entries[two], entries[one]
    return entries


def with_card(row: str, at: int, card: str) -> str:
    return row[: 2 * at] + card + row[2 * at + 2 :]


def empty_seats(hand: Event) -> list[int]:
    taken = {seat["seat"] for seat in hand["seats"]}
    return [number for number in range(1, 11) if number not in taken]


def numbers_of(hand: Event) -> list[int]:
    return sorted(seat["seat"] for seat in hand["seats"])
