"""Buttons that the small blinds of their hands contradict, and the seats that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from rules.audit.incidents.caused import Fact
from rules.audit.table_causes.lines import Record, TableLines, hands_with

_OF_TURNS = ("BET001", "BET009")


class DoubtfulButton(Struct, frozen=True):
    """A hand with the seats that its button may have been at, the likeliest first. number and after: of it and the next hand."""

    line: int
    number: int
    after: int | None
    record: Record
    seats: list[int]

    def at(self, seat: int) -> Record:
        """The hand with its button at a seat."""
        return {**self.record, "dealer": seat}


def doubtful_buttons(lines: TableLines, facts: Counter[Fact]) -> Iterator[DoubtfulButton]:
    """Hands in which turns or blinds differ, and whose small blind says another button."""
    found = hands_with(facts, *_OF_TURNS)
    hands = list(lines.of("pot_hand"))
    following = [record["hand"] for _, record in hands[1:]] + [None]
    for (line, hand), after in zip(hands, following, strict=True):
        if hand["hand"] in found and "dealer" in hand:
            seats = [each for each in _implied(hand) if each != hand["dealer"]]
            if seats:
                yield DoubtfulButton(line, hand["hand"], after, hand, seats)


def _implied(hand: Record) -> list[int]:
    """The seats of the button that fit the small blind: before it among those dealt in, and among all."""
    posted = [
        each["seat"]
        for each in hand.get("acts", ())
        if each["act"] == "post" and each.get("kind") == "small_blind"
    ]
    dealt = sorted(each["seat"] for each in hand["seats"] if each.get("status", "played") == "played")
    if len(posted) != 1 or posted[0] not in dealt:
        return []
    if len(dealt) == 2:
        return posted
    every = sorted(each["seat"] for each in hand["seats"])
    return list(dict.fromkeys(seats[seats.index(posted[0]) - 1] for seats in (dealt, every)))
