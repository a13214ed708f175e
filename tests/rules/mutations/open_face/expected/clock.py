"""Called clocks: too early, acted on too late, run out without what must follow."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import lru_cache

from tests.plain.open_face import clock as plain
from tests.plain.open_face.cards import JOKER, ROWS, UNKNOWN
from tests.plain.open_face.hand import missed
from tests.plain.open_face.placement import placed
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import Facts, cards_of


@lru_cache(maxsize=100_000)
def instant(text: str) -> float:
    return dt.datetime.fromisoformat(text).timestamp()


@lru_cache(maxsize=100_000)
def forced_row(front: str, middle: str, back: str, card: str, seen: tuple[str, ...]) -> str | None:
    return plain.forced_row(front, middle, back, card, seen)


def of_clocks(hand: Event, found: Facts) -> Iterator[Expected]:
    if hand.get("void") or not found.rules.clock:
        return
    for call in hand.get("clock_calls", ()):
        yield from of_a_call(call, hand, found)


def of_a_call(call: Event, hand: Event, found: Facts) -> Iterator[Expected]:
    number = call["seat"] if call["seat"] in found.seats else None
    called = instant(call["at"])
    began, answer = turn_of(call, hand)
    if began is not None and 0 <= called - began < found.rules.clock_after:
        yield "CLK001", number
    if number is None or missed(found.seats[number]) or followed(number, answer, hand, found) is not False:
        return
    if "acted_at" not in call:
        if not in_time(call, answer, hand, found):
            yield "CLK003", number
    elif instant(call["acted_at"]) - called > found.rules.clock_seconds:
        yield "CLK002", number


def in_time(call: Event, answer: int | None, hand: Event, found: Facts) -> bool:
    """The call does not say that the seat acted, and a placement says that it did, before its time was over."""
    if answer is None:
        return False
    return instant(hand["placements"][answer]["at"]) - instant(call["at"]) < found.rules.clock_seconds


def turn_of(call: Event, hand: Event) -> tuple[float | None, int | None]:
    """When the turn began, and the place of the act that ended it. None: not recorded, or none."""
    acts = hand.get("placements")
    if acts is None or any("at" not in act for act in acts):
        return None, None
    called = instant(call["at"])
    mine = [
        place
        for place, act in enumerate(acts)
        if act["seat"] == call["seat"] and instant(act["at"]) >= called
    ]
    answer = mine[0] if mine else None
    before = [instant(act["at"]) for act in acts[:answer] if instant(act["at"]) <= called]
    dealt = instant(hand["at"]) if "at" in hand else None
    return before[-1] if before else dealt, answer


def followed(number: int, answer: int | None, hand: Event, found: Facts) -> bool | None:
    """Whether what the controls say of a clock that ran out was done. None: the record does not show it."""
    if found.rules.clock == "foul":
        return found.stopped(number)
    if answer is None:
        return None
    act, acts = hand["placements"][answer], hand["placements"][:answer]
    dealt = cards_of(act["dealt"])
    where = [row for row in ROWS for _ in cards_of(act[row])]
    seen = [card for each in acts for card in placed(each)]
    if len(dealt) != 1 or len(where) != 1 or {JOKER, UNKNOWN} & {*seen, *dealt} or len({*seen}) < len(seen):
        return None
    mine = {row: "".join(each[row] for each in acts if each["seat"] == number) for row in ROWS}
    due = where_forced(mine, dealt[0], tuple(seen))
    return None if due is None else due == where[0]


def where_forced(mine: dict[str, str], card: str, seen: tuple[str, ...]) -> str | None:
    """A hand with a row that is too full is fouled for certain, wherever the card goes."""
    room = {row: size - len(cards_of(mine[row])) for row, size in plain.SIZES.items()}
    if min(room.values()) < 0:
        return next((row for row, left in room.items() if left > 0), None)
    return forced_row(*mine.values(), card, seen) if any(room.values()) else None
