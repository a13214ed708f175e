"""What a record contradicts, seat by seat: plainly, and by the plain scorer. None means the hand as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.plain.closed.systems import SYSTEMS, System
from tests.plain.scorer import value
from tests.rules.build import Event
from tests.rules.mutations import expected_payments
from tests.rules.mutations.due import FOULING, ROWS, Due, cards_known, cards_of, due, holds, thirteen
from tests.rules.mutations.expected_payments import Place

SIZES = [3, 5, 5]
MOST_PLAYERS = 4
RAKE = 400
HELD_THE_ACE = "P1"  # had the ace of spades in the deal before, in a game with a forced dealer


@dataclass
class Expected:
    places: set[Place]
    due: Due


def expected(hand: Event, system: str) -> Expected:
    rules = SYSTEMS[system]
    found = due(hand, system)
    if hand.get("void"):
        return Expected(set(of_a_void_deal(hand)), found)
    parts = (of_people, of_cards, of_nets, of_marks, of_fees, expected_payments.of_payments)
    return Expected({place for part in parts for place in part(hand, rules, found)}, found)


def of_a_void_deal(hand: Event) -> Iterator[Place]:
    """Nothing is won or lost."""
    paid = [seat["seat"] for seat in hand["seats"] if seat.get("net")]
    moved = any(each["amount"] for each in hand.get("transfers", ()))
    yield from paid or [None] * moved


# ------------------------------------------------------------------------------- who played, and what was taken


def of_people(hand: Event, system: System, found: Due) -> Iterator[Place]:
    often = Counter(seat["player"] for seat in hand["seats"])
    yield from (seat["seat"] for seat in hand["seats"] if often[seat["player"]] > 1)
    if len(hand["seats"]) > MOST_PLAYERS:
        yield None
    if system.topology == "banker" and hand.get("banker", found.numbers[0]) not in found.numbers:
        yield None
    if system.dealer_compensation and hand.get("forced_dealer"):
        players = {seat["seat"]: seat["player"] for seat in hand["seats"]}
        dealer = players.get(hand.get("dealer"))
        if HELD_THE_ACE in players.values() and dealer not in (None, HELD_THE_ACE):
            yield None


def of_fees(hand: Event, system: System, found: Due) -> Iterator[Place]:
    """The same rake in every hand, and what goes to the jackpot is a part of it."""
    if not system.table_stakes or "fees" not in hand:
        return
    taken = Counter()
    for fee in hand["fees"]:
        taken[fee["kind"]] += fee["amount"]
    if taken["rake"] != RAKE or taken["jackpot"] > taken["rake"]:
        yield None


# ------------------------------------------------------------------------------- cards


def of_cards(hand: Event, system: System, found: Due) -> Iterator[Place]:
    yield from of_cards_there(hand)
    for seat in hand["seats"] if found.result else ():
        natural = found.result.natural[found.place(seat["seat"])]
        sizes = [len(cards_of(seat[row])) for row in ROWS]
        if sum(sizes) != sum(SIZES) or (natural is None and sizes != SIZES):
            yield seat["seat"]


def of_cards_there(hand: Event) -> Iterator[Place]:
    """Of rows and of a deal that are all recorded: the same cards, each of them once."""
    seats = [seat for seat in hand["seats"] if cards_known(seat)]
    for seat in seats:
        if "dealt" in seat and sorted(cards_of(seat["dealt"])) != sorted(thirteen(seat)):
            yield seat["seat"]
    for cards in (
        [(card, seat["seat"]) for seat in seats for card in thirteen(seat)],
        [(card, seat["seat"]) for seat in hand["seats"] for card in cards_of(seat.get("dealt", ""))],
    ):
        if len(cards) > len({card for card, _ in cards}):
            often = Counter(card for card, _ in cards)
            yield from (seat for card, seat in cards if often[card] > 1)


# ------------------------------------------------------------------------------- nets


def of_nets(hand: Event, system: System, found: Due) -> Iterator[Place]:
    nets = {seat["seat"]: seat["net"] for seat in hand["seats"] if "net" in seat}
    for number, net in nets.items():
        if found.money[number] not in (None, net):
            yield number
        if not in_whole_units(net, hand, system):
            yield number
    if len(nets) == len(hand["seats"]) and sum(nets.values()) and not may_stay_in_the_pool(system, found):
        yield None
    if system.topology == "single_winner" and found.result and found.result.unpriced == ["prize"]:
        yield from of_a_single_winner(nets, found)


def in_whole_units(net: int, hand: Event, system: System) -> bool:
    """Where chips limit what is paid, or a prize is shared, a net need not be."""
    return system.table_stakes or system.topology == "pool" or "unit" not in hand or net % hand["unit"] == 0


def may_stay_in_the_pool(system: System, found: Due) -> bool:
    """A prize that nobody has alone."""
    winners = found.result.pool_row_winners if found.result else None
    return system.topology == "pool" and (winners is None or any(len(each) != 1 for each in winners.values()))


def of_a_single_winner(nets: dict[int, int], found: Due) -> Iterator[Place]:
    """The winner wins something, and nobody else does; where there is none, nothing moves."""
    assert found.result is not None
    if len(found.numbers) == 1:
        return
    winner = found.result.single_winner
    for number, net in nets.items():
        won = winner is not None and number == found.numbers[winner]
        if net <= 0 if won else net > 0:
            yield number


# ------------------------------------------------------------------------------- marks


def of_marks(hand: Event, system: System, found: Due) -> Iterator[Place]:
    rulings = hand.get("irregularities", ())
    if any(each.get("ruling") == "misdeal" for each in rulings) and settled(hand):
        yield None
    ruled = {each.get("seat") for each in rulings if each.get("ruling") in FOULING}
    for number in sorted(found.numbers):
        seat = found.seats[number]
        surrendered = seat.get("surrendered", False)
        if surrendered and system.surrender is None:
            yield number
        if number in ruled and seat.get("fouled") is False and not surrendered:
            yield number
        if cards_known(seat) and found.result is not None:
            if wrongly_marked(seat, number in ruled, system, found):
                yield number
            if claims_falsely(seat, system):
                yield number


def settled(hand: Event) -> bool:
    nets = any(seat.get("net") for seat in hand["seats"])
    return nets or any(each["amount"] for each in hand.get("transfers", ()))


def wrongly_marked(seat: Event, ruled: bool, system: System, found: Due) -> bool:
    fouled = found.result.fouled[found.place(seat["seat"])]
    marked = seat.get("fouled", fouled)
    return marked != fouled and not (marked and (ruled or a_reading_fouls(seat, system)))


def a_reading_fouls(seat: Event, system: System) -> bool:
    """Level rows, or rows out of order of a natural that counts though it was not declared."""
    if seat.get("surrendered") or [len(cards_of(seat[row])) for row in ROWS] != SIZES:
        return False
    front, middle, back = (value(cards_of(seat[row])) for row in ROWS)
    held = holds(thirteen(seat), system.id)
    waived = bool(held) and seat.get("declared") not in held and not system.must_declare
    return middle == back or (waived and (front > middle or middle > back))


def claims_falsely(seat: Event, system: System) -> bool:
    """A natural that the cards do not hold, or that the system does not have."""
    if "declared" not in seat:
        return False
    cards = thirteen(seat)
    listed = seat["declared"] in {natural.id for natural in system.naturals}
    if listed and len(set(cards)) != 13:
        return False
    return seat["declared"] not in holds(cards, system.id)
