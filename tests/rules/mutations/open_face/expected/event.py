"""What tournaments hold a hand to: levels, the worth of a point, chips in play, the first stacks, who is out."""

from __future__ import annotations

from collections.abc import Iterator

from tests.plain.open_face.event import POINT_VALUES, level_of, must_colour_up
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import Facts

STARTING_STACK = 15_000
MOST_PLAYERS = {"ofc": 4, "pineapple": 3}


def of_the_table(hand: Event, found: Facts) -> Iterator[Expected]:
    if hand["variant"] != found.rules.variant:
        yield "STK009", None
    if len(hand["seats"]) > MOST_PLAYERS[found.rules.variant]:
        yield "STK003", None
    players = [seat["player"] for seat in hand["seats"]]
    yield from (("STK004", seat["seat"]) for seat in hand["seats"] if players.count(seat["player"]) > 1)
    if "eliminated" in hand and found.limited and found.out is not None:
        recorded = set(hand["eliminated"]) & set(found.seats)
        if recorded not in found.out_otherwise:
            yield from (("TRN003", number) for number in recorded ^ found.out)
    if found.limited and set(hand.get("eliminated", ())) - set(found.seats):
        yield "TRN003", None
    if found.rules.payment == "matched":
        yield from of_levels(hand)


def of_levels(hand: Event) -> Iterator[Expected]:
    level = hand.get("level")
    number = hand["hand"]
    right = level_of(number)[0] if number >= 1 else None
    if level is not None and level != right:
        yield "LVL001", None
    values = POINT_VALUES if level is None else POINT_VALUES[max(level - 1, 0) : level]
    if "unit" in hand and values and hand["unit"] not in values and not hand.get("void"):
        yield "LVL002", None
    for seat in hand["seats"]:
        if "stack" not in seat:
            continue
        if level in range(1, len(POINT_VALUES) + 1) and must_colour_up(level, seat["stack"]):
            yield "LVL003", seat["seat"]
        if number == 1 and level == 1 and seat["stack"] != STARTING_STACK:
            yield "TRN001", seat["seat"]
