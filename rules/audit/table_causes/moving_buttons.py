"""Doubtful buttons tried together, each hand judged by its own findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from rules.audit.incidents.caused import Caused, Fact
from rules.audit.table_causes.hand_changes import HandChange, fitting_changes, repeats
from rules.audit.table_causes.lines_put_otherwise import Record, TableLines, hands_with
from rules.audit.table_causes.speaking import LEAST_GONE, Checking, TableChecked
from rules.results import Cause

_ROUNDS = 2  # seats of each button that are tried
_OF_TURNS = ("BET001", "BET009")


class _DoubtfulButton(Struct, frozen=True):
    """A hand with possible seats of its button, likeliest first. after: number of the next hand."""

    line: int
    number: int
    after: int | None
    record: Record
    seats: list[int]

    def at(self, seat: int) -> Record:
        return {**self.record, "dealer": seat}


_Moved = list[tuple[_DoubtfulButton, int]]  # with the seat


def _doubtful_buttons(lines: TableLines, facts: Counter[Fact]) -> Iterator[_DoubtfulButton]:
    """Hands with differing turns or blinds whose small blind contradicts the button."""
    found = hands_with(facts, *_OF_TURNS)
    hands = list(lines.of("pot_hand"))
    following = [record["hand"] for _, record in hands[1:]] + [None]
    for (line, hand), after in zip(hands, following, strict=True):
        if hand["hand"] in found and "dealer" in hand:
            seats = [each for each in _implied(hand) if each != hand["dealer"]]
            if seats:
                yield _DoubtfulButton(line, hand["hand"], after, hand, seats)


def _implied(hand: Record) -> list[int]:
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


def causes_of_buttons(lines: TableLines, found: TableChecked, checking: Checking) -> list[Caused]:
    """Buttons whose move removes findings: one cause each, or one of all where many are wrong."""
    doubtful = list(_doubtful_buttons(lines, found.facts))
    taken: list[tuple[_DoubtfulButton, int, frozenset[Fact]]] = []
    for place in range(_ROUNDS):
        done = {each.line for each, _, _ in taken}
        moved = [
            (each, each.seats[place])
            for each in doubtful
            if each.line not in done and len(each.seats) > place
        ]
        taken += _taken(lines, found, moved, checking) if moved else []
    taken.sort(key=lambda each: each[0].line)
    if repeats(len(taken), lines):
        return [_of_many(taken)]
    return [_of_one(*each) for each in taken if sum(found.facts[fact] for fact in each[2]) >= LEAST_GONE]


def _taken(
    lines: TableLines, found: TableChecked, moved: _Moved, checking: Checking
) -> list[tuple[_DoubtfulButton, int, frozenset[Fact]]]:
    of = {each.line: (each, seat) for each, seat in moved}
    changes = [HandChange(each.line, each.number, each.after, each.at(seat)) for each, seat in moved]
    return [(*of[change.line], facts) for change, facts in fitting_changes(lines, found, changes, checking)]


def _of_one(button: _DoubtfulButton, seat: int, facts: frozenset[Fact]) -> Caused:
    stated, number = button.record["dealer"], button.number
    cause = Cause(
        line=button.line,
        field="dealer",
        stated=stated,
        implied=seat,
        message=(
            f"Line {button.line} (hand {number}) has the button at seat {stated}; with seat {seat} these findings are gone."
        ),
    )
    return Caused(f"The blinds of hand {number} contradict its button", cause, facts, many=False)


def _of_many(taken: list[tuple[_DoubtfulButton, int, frozenset[Fact]]]) -> Caused:
    first = taken[0][0]
    cause = Cause(
        line=first.line,
        field="dealer",
        stated=None,
        implied=None,
        message=(
            f"{len(taken):,} hands, the first at line {first.line} (hand {first.number}), have the button at a seat that their "
            "small blinds contradict; with the seat before the small blind these findings are gone."
        ),
    )
    facts = frozenset(fact for _, _, each in taken for fact in each)
    return Caused(f"The blinds of {len(taken):,} hands contradict their buttons", cause, facts, many=True)
