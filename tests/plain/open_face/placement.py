"""A hand gone through street by street: what is wrong with the acts of setting cards.

Faults are (kind, act): the act's place in ``placements``. What concerns a seat rather than an act (rows_differ,
discards_differ) stands at the seat's last act, or at None where it has none.

overfilled       a row goes past 3, 5 or 5
not_as_dealt     front, middle, back and discard are not what was dealt at the act
street_size      as many cards were not to be dealt, or discarded, at the seat's act
out_of_turn      a seat before it in the round had not acted; or a seat acted that was not dealt in
rows_differ      the seat's final rows are not what was placed
discards_differ  nor its discards what was discarded
dealt_twice      a card that was dealt before
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.plain.open_face.cards import JOKER, ROWS, SIZES, UNKNOWN, Cards, cards_of, without
from tests.plain.open_face.hand import Hand, Seat, missed
from tests.plain.open_face.payment import clockwise

Act = Mapping[str, Any]  # one of a hand's placements
Fault = tuple[str, int | None]
Acts = list[tuple[int, Act]]  # a seat's, with their places in the hand

FIRST = (5, 0)  # cards dealt, cards discarded
THEN = {"ofc": (1, 0), "pineapple": (3, 1)}
STREETS = {"ofc": 9, "pineapple": 5}
IN_A_HAND = 13


def faults(hand: Hand) -> list[Fault]:
    """In the order of the acts; none where no placements were recorded."""
    if not hand.get("placements"):
        return []
    found = [*out_of_turn(hand), *dealt_twice(hand)]
    seats = {seat["seat"]: seat for seat in hand["seats"]}
    for number in {act["seat"] for act in hand["placements"]} | set(seats):
        acts = acts_of(hand, number)
        found += not_as_dealt(hand, seats.get(number, {}), acts)
        if number in seats and not missed(seats[number]):
            found += [*street_size(hand, seats[number], acts), *overfilled(acts)]
            found += differences(hand, seats[number], acts)
    return sorted(found, key=lambda fault: (fault[1] is None, fault[1] or 0, fault[0]))


def acts_of(hand: Hand, seat: int) -> Acts:
    return [(place, act) for place, act in enumerate(hand["placements"]) if act["seat"] == seat]


def placed(act: Act) -> Cards:
    return [card for row in ROWS for card in cards_of(act.get(row))]


def expected_sizes(variant: str, seat: Seat, street: int) -> tuple[int, int] | None:
    """Cards dealt and discarded. None: there is no such street."""
    at_once = seat.get("fantasyland")
    if at_once:
        return (at_once, at_once - IN_A_HAND) if street == 0 else None
    return FIRST if street == 0 else THEN[variant]


def discarded(act: Act, expected: tuple[int, int] | None) -> Cards:
    """What was not recorded is what was not set, where there was something to discard."""
    if "discard" in act or expected is None or expected[1] == 0:
        return cards_of(act.get("discard"))
    return without(cards_of(act["dealt"]), placed(act))


def with_discards(
    hand: Hand, seat: Seat, acts: Acts
) -> Iterator[tuple[int, Act, Cards, tuple[int, int] | None]]:
    """Each act with its place, its discards, and the sizes that it should have."""
    for street, (place, act) in enumerate(acts):
        expected = expected_sizes(hand["variant"], seat, street)
        yield place, act, discarded(act, expected), expected


# ---------------------------------------------------------------- act by act


def not_as_dealt(hand: Hand, seat: Seat, acts: Acts) -> Iterator[Fault]:
    for place, act, thrown, _ in with_discards(hand, seat, acts):
        dealt, gone = cards_of(act["dealt"]), [*placed(act), *thrown]
        if UNKNOWN not in [*dealt, *gone] and Counter(dealt) != Counter(gone):
            yield "not_as_dealt", place


def street_size(hand: Hand, seat: Seat, acts: Acts) -> Iterator[Fault]:
    for place, act, thrown, expected in with_discards(hand, seat, acts):
        if (len(cards_of(act["dealt"])), len(thrown)) != expected:
            yield "street_size", place


def overfilled(acts: Acts) -> Iterator[Fault]:
    laid = dict.fromkeys(ROWS, 0)
    for place, act in acts:
        added = {row: len(cards_of(act.get(row))) for row in ROWS}
        laid = {row: laid[row] + added[row] for row in ROWS}
        if any(added[row] and laid[row] > SIZES[row] for row in ROWS):
            yield "overfilled", place


def dealt_twice(hand: Hand) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, act in enumerate(hand["placements"]):
        cards = [card for card in cards_of(act["dealt"]) if card not in (JOKER, UNKNOWN)]
        if seen & set(cards) or len(set(cards)) < len(cards):
            yield "dealt_twice", place
        seen |= set(cards)


# ---------------------------------------------------------------- turns


def out_of_turn(hand: Hand) -> Iterator[Fault]:
    """Every round goes clockwise from the left of the button; who is in fantasyland acts whenever it likes.

    An act is out of turn where somebody was to act before it and had not: a seat with fewer acts, or with as many and
    before it in the round. Who is marked fouled may stop.
    """
    if "dealer" not in hand:
        return
    seats = {seat["seat"]: seat for seat in hand["seats"]}
    dealt_in = [number for number, seat in seats.items() if not missed(seat)]
    in_turn = clockwise([seat for seat in dealt_in if not seats[seat].get("fantasyland")], hand["dealer"])
    done = dict.fromkeys(in_turn, 0)
    for place, act in enumerate(hand["placements"]):
        number = act["seat"]
        if number not in dealt_in:
            yield "out_of_turn", place
        if number not in done:
            continue
        turn = (done[number], in_turn.index(number))
        waiting = [
            seat
            for seat in in_turn
            if (done[seat], in_turn.index(seat)) < turn and has_to_act(hand, seats[seat], done[seat], place)
        ]
        if waiting:
            yield "out_of_turn", place
        done[number] += 1


def has_to_act(hand: Hand, seat: Seat, done: int, place: int) -> bool:
    """At this place of the placements: it is not through, and not fouled unless it acts again."""
    if done >= STREETS[hand["variant"]]:
        return False
    again = any(act["seat"] == seat["seat"] for act in hand["placements"][place:])
    return again or not seat.get("fouled")


# ---------------------------------------------------------------- what lies there in the end


def differences(hand: Hand, seat: Seat, acts: Acts) -> Iterator[Fault]:
    """Rows and discards, where they were recorded; the order of cards in a row is no matter."""
    last = acts[-1][0] if acts else None
    laid = {row: Counter(card for _, act in acts for card in cards_of(act.get(row))) for row in ROWS}
    if any(row in seat and Counter(cards_of(seat[row])) != laid[row] for row in ROWS):
        yield "rows_differ", last
    away = Counter(card for _, _, thrown, _ in with_discards(hand, seat, acts) for card in thrown)
    if "discards" in seat and Counter(cards_of(seat["discards"])) != away:
        yield "discards_differ", last
