"""Players who left the table at a time on record, by a line of its own, with decisions open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tests.plain.open_face import clock as plain
from tests.plain.open_face.cards import JOKER, ROWS, SIZES, UNKNOWN
from tests.plain.open_face.placement import placed
from tests.plain.open_face.systems import Rules
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.clock import instant
from tests.rules.mutations.open_face.expected.facts import cards_of
from tests.rules.mutations.open_face.expected.hand import Breach, Played


def away(hands: list[Played], lines: list[Event], rules: Rules) -> Iterator[Breach]:
    if rules.clock != "foul":
        return
    for line in lines:
        if line["event"] != "irregularity" or line["kind"] != "left_table" or "seat" not in line:
            continue
        here = [each for each in hands if during(each.event, instant(line["at"]))]
        if here and open_and_legal(here[-1], line):
            yield "CLK006", here[-1].place, line["seat"]


def during(hand: Event, moment: float) -> bool:
    timed = "at" in hand and "ended_at" in hand
    return timed and instant(hand["at"]) <= moment <= instant(hand["ended_at"])


def open_and_legal(played: Played, line: Event) -> bool:
    """A hand with decisions left that was not fouled. False where the record does not show it."""
    number, acts = line["seat"], played.event.get("placements")
    if played.facts.fouled.get(number) is not False or played.event.get("void"):
        return False
    if acts is None or any("at" not in act for act in acts):
        return False
    so_far = [act for act in acts if instant(act["at"]) <= instant(line["at"])]
    seen = [card for act in so_far for card in placed(act)]
    if {JOKER, UNKNOWN} & set(seen):
        return False
    rows = ["".join(act[row] for act in so_far if act["seat"] == number) for row in ROWS]
    return not no_decisions(*rows, tuple(seen))


@lru_cache(maxsize=10_000)
def no_decisions(front: str, middle: str, back: str, seen: tuple[str, ...]) -> bool:
    """A hand with a row that is too full is fouled already."""
    rows = dict(zip(ROWS, map(cards_of, (front, middle, back)), strict=True))
    if any(len(rows[row]) > size for row, size in SIZES.items()):
        return True
    return plain.no_decisions(front, middle, back, seen)
