"""Irregularities and what was ruled: void deals, fouls not carried out, penalties, expired clocks, players who left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.plain.open_face.hand import FOULING, missed
from tests.plain.open_face.procedures import reported as breaches_of_procedures
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import Facts


def of_rulings(hand: Event, found: Facts) -> Iterator[Expected]:
    if found.rules.procedures:
        yield from breaches_of_procedures(hand, found.rules.procedures)
    for each in hand.get("irregularities", ()):
        yield from of_a_count(each, hand)
    yield from written_twice(hand.get("irregularities", ()))
    if hand.get("void"):
        yield from of_a_void_deal(hand)
        return
    rulings = hand.get("irregularities", ())
    if any(each.get("ruling") == "misdeal" for each in rulings) and settled(hand):
        yield "IRR005", None
    for each in rulings:
        yield from of_one(each, found)


def written_twice(irregularities: Sequence[Event]) -> Iterator[Expected]:
    """What can be so once in a hand, and is on record twice without a difference."""
    for at, each in enumerate(irregularities):
        again = each in irregularities[:at] and each not in irregularities[at + 1 :]
        if again and each["kind"] in ("misdeal", "missed_hand", "left_table"):
            yield "IRR017", each.get("seat")


def of_a_count(each: Event, hand: Event) -> Iterator[Expected]:
    """A wrong number of cards at the end of the hand, against the cards in the rows."""
    if each["kind"] != "wrong_card_count" or each.get("when") not in ("showdown", "settlement"):
        return
    named = [seat for seat in hand["seats"] if seat["seat"] == each.get("seat", seat["seat"])]
    if "seat" not in each:
        named = [seat for seat in named if not missed(seat)]
    if not named or not all({"front", "middle", "back"} <= seat.keys() for seat in named):
        return
    counts = [sum(len(seat[row]) // 2 for row in ("front", "middle", "back")) for seat in named]
    if each["cards"] not in counts if "cards" in each else set(counts) == {13}:
        yield "IRR012", each.get("seat")


def of_a_void_deal(hand: Event) -> Iterator[Expected]:
    """Nothing is won or lost."""
    paid = [seat["seat"] for seat in hand["seats"] if seat.get("net")]
    moved = any(each["amount"] for each in hand.get("transfers", ()))
    yield from (("IRR001", seat) for seat in paid or [None] * moved)


def settled(hand: Event) -> bool:
    nets = any(seat.get("net") for seat in hand["seats"])
    return nets or any(each["amount"] for each in hand.get("transfers", ()))


def of_one(each: Event, found: Facts) -> Iterator[Expected]:
    number, ruling, kind = each.get("seat"), each.get("ruling"), each["kind"]
    seat = found.seats.get(number)
    if seat is not None and ruling in FOULING and seat.get("fouled") is False:
        yield "IRR006", number
    price = {"exposed_card": found.rules.exposed_units, "missed_hand": found.rules.missed_units}.get(kind)
    if price and ruling == "penalty" and each.get("units", price) != price:
        yield "IRR007", number if seat else None
    if seat is None or missed(seat):
        return
    if kind == "clock_expired" and found.rules.clock == "force" and ruling in FOULING:
        yield "CLK004", number
    if kind == "clock_expired" and found.rules.clock == "foul" and found.stopped(number) is False:
        yield "CLK003", number
    left = kind == "left_table" and each.get("when") == "deal"
    if left and found.rules.clock == "foul" and found.stopped(number) is False:
        yield "CLK005", number
