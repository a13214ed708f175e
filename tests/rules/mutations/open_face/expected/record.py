"""The log's own numbers and times, the unit, and deals that come again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

from tests.plain.open_face.hand import missed
from tests.plain.open_face.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.clock import instant
from tests.rules.mutations.open_face.expected.facts import cards_set, rows_known

Hands = list[tuple[int, Event]]  # with their places among the lines
BEGINS = "2013-07-13T17:00:00-07:00"


def of_the_record(session: Event, hands: Hands) -> Iterator[tuple[str, int, int | None]]:
    of_log = (of_numbers(hands), of_times(session, hands), of_units(session, hands))
    for parts in (*of_log, of_deals(hands), of_buttons(hands)):
        yield from ((code, place, None) for code, place in parts)


def of_numbers(hands: Hands) -> Iterator[tuple[str, int]]:
    first = {}
    for place, hand in hands:
        first.setdefault(hand["hand"], place)
    for before, after in pairwise(sorted(first)):
        if after > before + 1:
            yield "LOG001", first[after]
    for (_, one), (place, other) in pairwise(hands):
        if other["hand"] <= one["hand"]:
            yield "LOG002", place


def out_of_order(events: list[Event]) -> Iterator[int]:
    """The places of lines that are out of the order of times, beside a line of which one is no hand."""
    timed = [(place, event) for place, event in enumerate(events) if "at" in event]
    for place, other in astray(
        [(place, {"event": each["event"], "at": each["at"]}) for place, each in timed]
    ):
        if {events[place]["event"], events[other]["event"]} != {"ofc_hand"}:
            yield place


def astray(timed: Hands) -> Iterator[tuple[int, int]]:
    """Of two lines of which the second is earlier, the place of the one that is out of place, and that of the other.

    It is the first where the lines around it are in order without it, and the line after both is before it, too, or it was
    settled before it was dealt.
    """
    at = [instant(event["at"]) for _, event in timed]
    for first, (one, two) in enumerate(pairwise(at)):
        if two >= one:
            continue
        fits = not first or at[first - 1] <= two
        late = fits and ((first + 2 < len(at) and two <= at[first + 2] < one) or doubted(timed[first][1]))
        pair = timed[first][0], timed[first + 1][0]
        yield pair if late else (pair[1], pair[0])


def doubted(hand: Event) -> bool:
    """Whether it is on record that a hand was settled before it was dealt."""
    return "ended_at" in hand and instant(hand["ended_at"]) < instant(hand["at"])


def of_times(session: Event, hands: Hands) -> Iterator[tuple[str, int]]:
    timed = [(place, hand) for place, hand in hands if "at" in hand]
    for place, _ in astray(timed):
        yield "LOG005", place
    for at, ((before, one), (place, other)) in enumerate(pairwise(hands)):
        if "at" in other and "ended_at" in one:
            forward = "at" not in one or instant(other["at"]) >= instant(one["at"])
            if forward and instant(other["at"]) < instant(one["ended_at"]):
                bounds = [hand["at"] for _, hand in hands[at + 2 : at + 3] if "at" in hand]
                bounds += [session["closed_at"]] if "closed_at" in session else []
                late = any(instant(each) < instant(one["ended_at"]) for each in bounds)
                yield "LOG007", before if late else place
    for place, hand in hands:
        if "at" in hand and "ended_at" in hand and instant(hand["ended_at"]) < instant(hand["at"]):
            yield "LOG005", place
        if "at" in hand and instant(hand["at"]) < instant(session["opened_at"]):
            yield "LOG006", place
        last = [instant(hand[name]) for name in ("at", "ended_at") if name in hand]
        if last and "closed_at" in session and max(last) > instant(session["closed_at"]):
            yield "LOG006", place
        first_day = session["ruleset"] == "carnivale-ofc-2013" and hand.get("at", "").startswith("2013-07-13")
        if first_day and instant(hand["at"]) < instant(BEGINS):
            yield "TRN005", place


def of_units(session: Event, hands: Hands) -> Iterator[tuple[str, int]]:
    """In a cash game it is the same in every hand: the session's, where one is played at it, else that of the first."""
    if SYSTEMS[session["ruleset"]].payment != "due":
        return
    units = [(place, hand.get("unit", session.get("unit"))) for place, hand in hands]
    units = [(place, unit) for place, unit in units if unit is not None]
    played = [unit for _, unit in units]
    usual = session.get("unit") if session.get("unit") in played else next(iter(played), None)
    yield from (("STK002", place) for place, unit in units if unit != usual)


def of_deals(hands: Hands) -> Iterator[tuple[str, int]]:
    """A deal again as it was, or with its seats or its suits exchanged."""
    seen, dressed = set(), set()
    for place, hand in hands:
        dealt_in = [seat for seat in hand["seats"] if not missed(seat)]
        if not all(rows_known(seat) and len(set(cards_set(seat))) == 13 for seat in dealt_in):
            continue
        deal = frozenset((seat["seat"], frozenset(cards_set(seat))) for seat in dealt_in)
        dresses = every_dress([cards_set(seat) for seat in dealt_in])
        if deal in seen:
            yield "DCK005", place
        elif len(dealt_in) > 1 and dresses & dressed:
            yield "DCK006", place
        seen.add(deal)
        dressed |= dresses


def every_dress(sets: list[list[str]]) -> set[tuple[tuple[str, ...], ...]]:
    """A deal with its suits exchanged in every way, whatever seats hold the cards."""
    orders = [dict(zip("cdhs", order, strict=True)) for order in permutations("cdhs")]
    return {
        tuple(sorted(tuple(sorted(card[0] + order[card[1]] for card in cards)) for cards in sets))
        for order in orders
    }


def of_buttons(hands: Hands) -> Iterator[tuple[str, int]]:
    """A button at a seat of nobody, at which nobody was in a hand of a lower number; all of these are on record."""
    for at, (place, hand) in enumerate(hands):
        if [other["hand"] for _, other in hands[: at + 1]] != list(range(1, at + 2)):
            return
        sat = {
            seat["seat"] for _, other in hands for seat in other["seats"] if other["hand"] < hand["hand"]
        } | {seat["seat"] for seat in hand["seats"]}
        if "dealer" in hand and hand["dealer"] not in sat:
            yield "STK005", place
