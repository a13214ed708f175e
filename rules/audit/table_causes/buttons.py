"""Hypotheses of a button that the small blind of its hand contradicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.audit.incidents.caused import Fact
from rules.audit.table_causes.lines import Record, TableHypothesis, TableLines, hands_with

_OF_TURNS = ("BET001", "BET009")


def wrong_buttons(lines: TableLines, facts: Counter[Fact]) -> Iterator[list[TableHypothesis]]:
    """The seat before the one that posted the small blind, in hands in which turns or blinds differ; by hand."""
    found = hands_with(facts, *_OF_TURNS)
    for line, hand in lines.of("pot_hand"):
        if hand["hand"] in found and "dealer" in hand:
            yield [_of_button(lines, line, hand, seat) for seat in _implied(hand) if seat != hand["dealer"]]


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


def _of_button(lines: TableLines, line: int, hand: Record, seat: int) -> TableHypothesis:
    stated, number = hand["dealer"], hand["hand"]
    return TableHypothesis(
        title=f"The blinds of hand {number} contradict its button",
        message=(
            f"Line {line:,} (hand {number}) has the button at seat {stated}; with seat {seat} these findings are gone."
        ),
        line=line,
        field="dealer",
        stated=stated,
        implied=seat,
        many=False,
        edited=lines.with_line(line, {**hand, "dealer": seat}),
    )
