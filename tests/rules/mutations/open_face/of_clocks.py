"""Changes of clock calls: when, on whom, by whom, and when it was acted on."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, numbers_of, with_one, without
from tests.rules.mutations.open_face.change import Change, absent
from tests.rules.mutations.open_face.deal import Log
from tests.rules.mutations.open_face.of_hand import moved


def changes(hand: Event, log: Log) -> Iterator[Change]:
    for at, call in enumerate(hand.get("clock_calls", ())):
        yield from call_changed(hand, at, call)
        left = {**hand, "clock_calls": without(hand["clock_calls"], at)}
        yield Change("a clock call left out", left)
        yield Change("a clock call twice", {**hand, "clock_calls": [*hand["clock_calls"], call]})
    if "placements" in hand and hand.get("clock_calls") == []:
        yield from one_more(hand)


def call_changed(hand: Event, at: int, call: Event) -> Iterator[Change]:
    def altered(**values: object) -> Event:
        return with_one(hand, "clock_calls", at, **values)

    for seconds in (-3600, -60, -20, -1, 1, 20, 60, 3600):
        yield Change("a clock called at another time", altered(at=moved(call["at"], seconds)))
        if "acted_at" in call:
            yield Change(
                "a clock acted on at another time", altered(acted_at=moved(call["acted_at"], seconds))
            )
    for number in {*numbers_of(hand), empty_seats(hand)[-1]} - {call["seat"]}:
        here = number in numbers_of(hand)
        yield Change("a clock on another seat" if here else "a clock on an empty seat", altered(seat=number))
    for number in {*numbers_of(hand), empty_seats(hand)[-1]} - {call["called_by"]}:
        yield Change("a clock called by another", altered(called_by=number))
    yield absent("who called a clock", altered(called_by=None))
    if "acted_at" in call:
        yield Change("a clock never acted on", altered(acted_at=None))
    else:
        for seconds in (0, 30, 31):
            yield Change("a clock acted on", altered(acted_at=moved(call["at"], seconds)))


def one_more(hand: Event) -> Iterator[Change]:
    """A call on the last act of each seat."""
    for number in numbers_of(hand):
        act = [act for act in hand["placements"] if act["seat"] == number][-1]
        when = act.get("at", moved(hand["at"], 60))
        call = {"at": moved(when, -5), "seat": number, "acted_at": when}
        yield Change("one more clock call", {**hand, "clock_calls": [call]})
        yield Change(
            "one more clock never acted on", {**hand, "clock_calls": [{"at": call["at"], "seat": number}]}
        )
