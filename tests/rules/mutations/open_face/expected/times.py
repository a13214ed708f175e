"""Times within a hand that contradict each other, and acts and calls of seats where nobody sat."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.clock import instant, turn_of
from tests.rules.mutations.open_face.expected.facts import Facts


def of_times(hand: Event, found: Facts) -> Iterator[Expected]:
    if hand.get("void"):
        return
    yield from of_the_acts(hand, found)
    for call in hand.get("clock_calls", ()):
        number = call["seat"] if call["seat"] in found.seats else None
        if number is None:
            yield "SET018", None
        if contradicted(call, hand):
            yield "CLK007", number


def of_the_acts(hand: Event, found: Facts) -> Iterator[Expected]:
    latest = None
    for act in hand.get("placements", ()):
        number = act["seat"] if act["seat"] in found.seats else None
        if number is None:
            yield "SET018", None
        if "at" not in act:
            continue
        at = instant(act["at"])
        if latest is not None and at < latest:
            yield "CLK007", number
        latest = at if latest is None else max(latest, at)
        if outside(at, hand):
            yield "CLK007", None


def outside(at: float, hand: Event) -> bool:
    """Before the deal, or after the settlement."""
    return ("at" in hand and at < instant(hand["at"])) or (
        "ended_at" in hand and at > instant(hand["ended_at"])
    )


def contradicted(call: Event, hand: Event) -> bool:
    """A call outside of the hand, or answered before it, after the hand, or not when the card was set."""
    called = instant(call["at"])
    if outside(called, hand):
        return True
    if "acted_at" not in call:
        return False
    acted = instant(call["acted_at"])
    if acted < called or ("ended_at" in hand and acted > instant(hand["ended_at"])):
        return True
    answer = turn_of(call, hand)[1]
    return answer is not None and abs(instant(hand["placements"][answer]["at"]) - acted) > 1
