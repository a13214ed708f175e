"""Changes of what is recorded of a hand as a whole: its number, times, button, unit, level, variant; whether it counted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import combinations

from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, numbers_of, with_
from tests.rules.mutations.open_face.change import Change, absent
from tests.rules.mutations.open_face.deal import Log

WHAT = {
    "unit": "the unit", "dealer": "the button", "level": "the level", "at": "when the hand was dealt",
    "ended_at": "when the hand ended", "void": "whether the deal was void", "placements": "all placements",
    "transfers": "all transfers", "clock_calls": "all clock calls", "eliminated": "who was eliminated",
    "irregularities": "all irregularities",
}  # fmt: skip


def changes(hand: Event, log: Log) -> Iterator[Change]:
    if hand["event"] != "ofc_hand":
        return
    for name, what in WHAT.items():
        if name in hand:
            yield absent(
                what, with_(hand, **{name: None}), alone=name in ("unit", "at", "ended_at", "level", "void")
            )
    yield from unit_changed(hand)
    yield from button_changed(hand)
    yield from level_changed(hand, log)
    yield from number_changed(hand)
    yield from times_changed(hand)
    yield from eliminated_changed(hand, log)
    for name in ("dealer_id", "deck", "shuffler", "video"):
        yield Change("a note that no rule asks for", with_(hand, **{name: "X-1"}))
    other = {"ofc": "pineapple", "pineapple": "ofc"}[hand["variant"]]
    yield Change("another variant", with_(hand, variant=other))
    yield (
        Change("void", with_(hand, void=True))
        if not hand.get("void")
        else Change("void no more", with_(hand, void=False), alone=True)
    )


def unit_changed(hand: Event) -> Iterator[Change]:
    unit = hand["unit"]
    for other in sorted({unit + 1, unit * 2, 1, 10**6} - {unit}):
        yield Change("another unit", with_(hand, unit=other), alone=True)


def button_changed(hand: Event) -> Iterator[Change]:
    for number in sorted(set(numbers_of(hand)) - {hand["dealer"]}):
        yield Change("another button", with_(hand, dealer=number))
    for number in empty_seats(hand):
        if number != hand["dealer"]:
            yield Change("a button at an empty seat", with_(hand, dealer=number))


def level_changed(hand: Event, log: Log) -> Iterator[Change]:
    if "level" not in hand:
        yield Change("a level", with_(hand, level=1))
        return
    for level in (hand["level"] - 1, hand["level"] + 1, 25, 26, 99):
        yield Change("another level", with_(hand, level=level), alone=True)


def number_changed(hand: Event) -> Iterator[Change]:
    for number in sorted({0, hand["hand"] - 1, hand["hand"] + 1, hand["hand"] + 9, hand["hand"] + 100}):
        yield Change("another hand number", {**hand, "hand": number}, alone=True)


def moved(text: str, seconds: int) -> str:
    return (dt.datetime.fromisoformat(text) + dt.timedelta(seconds=seconds)).isoformat()


def times_changed(hand: Event) -> Iterator[Change]:
    day, hour, minute = 86_400, 3_600, 60
    for seconds in (-day, -hour, -10 * minute, 10 * minute, hour, day, 3 * day):
        yield Change("dealt at another time", with_(hand, at=moved(hand["at"], seconds)), alone=True)
        yield Change(
            "ended at another time", with_(hand, ended_at=moved(hand["ended_at"], seconds)), alone=True
        )
    for seconds in (-45, 45):
        yield Change("dealt some seconds from then", with_(hand, at=moved(hand["at"], seconds)), alone=True)
        yield Change(
            "ended some seconds from then", with_(hand, ended_at=moved(hand["ended_at"], seconds)), alone=True
        )
    zone = dt.datetime.fromisoformat(hand["at"]).astimezone(dt.timezone(dt.timedelta(hours=9))).isoformat()
    yield Change("the same time of another offset", with_(hand, at=zone), alone=True)


def eliminated_changed(hand: Event, log: Log) -> Iterator[Change]:
    """Each seat in or out, none at all, and a seat where nobody sits."""
    if "eliminated" not in hand:
        yield Change(
            "somebody eliminated where nobody can be", with_(hand, eliminated=[hand["seats"][0]["seat"]])
        )
        return
    recorded = set(hand["eliminated"])
    for number in numbers_of(hand):
        yield Change("another one eliminated", {**hand, "eliminated": sorted(recorded ^ {number})})
    for one, two in combinations(numbers_of(hand), 2):
        if len(recorded & {one, two}) == 1:
            yield Change("another one eliminated", {**hand, "eliminated": sorted(recorded ^ {one, two})})
    empty = empty_seats(hand)[-1]
    yield Change("an empty seat eliminated", {**hand, "eliminated": [*hand["eliminated"], empty]})
    for number in recorded:
        yield Change(
            "an empty seat eliminated", {**hand, "eliminated": sorted(recorded - {number} | {empty})}
        )
        yield Change("eliminated twice", {**hand, "eliminated": [*hand["eliminated"], number]})
