"""What was due in a recorded hand, by the plain scorer: money, chips in order, prizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache

from tests.plain.closed.deal import Deal, Result, Seat
from tests.plain.closed.naturals import held, layouts_by_search
from tests.plain.closed.pool import lone_winner_of_all
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS, System
from tests.rules.build import Event

ROWS = ("front", "middle", "back")
OF_A_HAND = ("unit", "dealer", "banker", "forced_dealer", "void")
OF_A_SEAT = ("seat", *ROWS, "dealt", "declared", "surrendered", "fouled", "aces", "stack")
OF_AN_IRREGULARITY = ("seat", "ruling")
FOULING = ("hand_fouled", "hand_dead")
Payment = tuple[int, int, int]  # payer, payee, money


@dataclass
class Due:
    """By seat numbers.

    seats: as they are scored, with the cards that they were dealt.
    result: places are those of the seats in order; None where not all cards are known.
    moved: chips between players, in order where there is an order of payment.
    """

    numbers: list[int]
    seats: dict[int, Event] = field(default_factory=dict)
    result: Result | None = None
    money: dict[int, int | None] = field(default_factory=dict)
    moved: list[Payment] | None = None
    awards: dict[tuple[int, str], int] | None = None
    limited: bool = False  # a stack limits what is paid

    @property
    def known(self) -> bool:
        return None not in self.money.values()

    def place(self, number: int) -> int:
        return self.numbers.index(number)


def due(hand: Event, system: str) -> Due:
    """What most changes leave as it was is worked out once."""
    return _due(essence(hand), system)


def essence(hand: Event) -> tuple[tuple, ...]:
    """What the due depends on: fields of the hand, of its seats, of its irregularities."""
    return (
        chosen(hand, OF_A_HAND),
        tuple(chosen(seat, OF_A_SEAT) for seat in hand["seats"]),
        tuple(chosen(each, OF_AN_IRREGULARITY) for each in hand.get("irregularities", ())),
    )


def chosen(event: Event, names: tuple[str, ...]) -> tuple[tuple, ...]:
    return tuple((name, event[name]) for name in names if name in event)


@lru_cache(maxsize=64)
def _due(facts: tuple[tuple, ...], name: str) -> Due:
    fields, seats, irregularities = facts
    hand = {
        **dict(fields),
        "seats": list(map(dict, seats)),
        "irregularities": list(map(dict, irregularities)),
    }
    system = SYSTEMS[name]
    seats = sorted(hand["seats"], key=lambda each: each["seat"])
    numbers = [seat["seat"] for seat in seats]
    found = Due(numbers, dict(zip(numbers, seats, strict=True)), money=dict.fromkeys(numbers))
    if hand.get("void"):
        return replace(found, money=dict.fromkeys(numbers, 0), moved=[])
    if not all(map(cards_known, seats)):
        return found
    dealt = [put_back(seat, hand) for seat in seats]
    unclear = None in dealt or (dealt != seats and dealt_twice(seats))
    scored = seats if None in dealt else [each for each in dealt if each is not None]
    found.seats = dict(zip(numbers, scored, strict=True))
    deal = deal_of(hand, scored)
    found.result = score(deal, system, layouts)
    if unclear or "unit" not in hand or nobody_to_settle_with(hand, system, numbers):
        return found
    if system.topology == "single_winner":
        return nobody_wins(found) if found.result.unpriced == ["prize"] else found
    if found.result.unpriced:
        return by_pairs(found, deal) if system.topology != "pool" else found
    if system.topology == "pool":
        return from_the_pool(found, hand, system)
    return at_the_table(found, deal, hand, system) if system.table_stakes else by_pairs(found, deal)


# ------------------------------------------------------------------------------- a recorded hand as a deal


@cache
def cards_of(text: str) -> tuple[str, ...]:
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def cards_known(seat: Event) -> bool:
    return all(row in seat and "??" not in seat[row] and "JK" not in seat[row] for row in ROWS)


def thirteen(seat: Event) -> tuple[str, ...]:
    return cards_of("".join(seat[row] for row in ROWS))


def put_back(seat: Event, hand: Event) -> Event | None:
    """A seat with the cards that it was dealt; None where strange cards are in several rows. Irregularities explain them."""
    dealt, there = cards_of(seat.get("dealt", "")), thirteen(seat)
    whole = len(set(dealt) - {"??", "JK"}) == len(dealt) == 13 and len(set(there)) == len(there) == 13
    if not whole or hand["irregularities"] or set(dealt) == set(there):
        return seat
    strange = set(there) - set(dealt)
    (row, *others) = [row for row in ROWS if strange & set(cards_of(seat[row]))]
    if others:
        return None
    missing = iter(set(dealt) - set(there))
    return {**seat, row: "".join(next(missing) if card in strange else card for card in cards_of(seat[row]))}


def dealt_twice(seats: list[Event]) -> bool:
    """Whether two seats were dealt the same card: nothing was due in such a deal."""
    cards = [card for seat in seats for card in cards_of(seat.get("dealt", ""))]
    return len(cards) > len(set(cards))


def deal_of(hand: Event, seats: list[Event]) -> Deal:
    numbers = [seat["seat"] for seat in seats]
    ruled = {each.get("seat") for each in hand.get("irregularities", ()) if each.get("ruling") in FOULING}
    return Deal(
        [
            Seat(
                *(list(cards_of(seat[row])) for row in ROWS),
                declared=seat.get("declared"),
                surrendered=seat.get("surrendered", False),
                ruled_fouled=seat["seat"] in ruled and seat.get("fouled", True),
                aces=seat.get("aces"),
                stack=seat.get("stack"),
            )
            for seat in seats
        ],
        dealer=None if "dealer" not in hand else clockwise_from(hand["dealer"], numbers),
        banker=numbers.index(hand["banker"]) if hand.get("banker") in numbers else 0,
        forced_dealer=hand.get("forced_dealer", False),
        unit=hand.get("unit", 1),
    )


def clockwise_from(button: int, numbers: list[int]) -> int:
    """The place of the first player from the button on: the dealer himself, where he is in the hand."""
    return min(range(len(numbers)), key=lambda place: (numbers[place] - button) % 10)


def nobody_to_settle_with(hand: Event, system: System, numbers: list[int]) -> bool:
    """The record does not say who banked, or who had to deal."""
    if system.topology == "banker" and hand.get("banker") not in numbers:
        return True
    forced = system.dealer_compensation and hand.get("forced_dealer")
    return bool(forced) and hand.get("dealer") not in numbers


@cache
def _layouts(cards: tuple[str, ...], pattern: str) -> tuple:
    """The first one will do for whether there is any."""
    return tuple(split for split, _ in zip(layouts_by_search(cards, pattern), range(1), strict=False))


@cache
def holds(cards: tuple[str, ...], system: str) -> list[str]:
    """The naturals among thirteen cards."""
    return [natural.id for natural in held(cards, SYSTEMS[system], layouts)]


def layouts(cards: list[str], pattern: str) -> tuple:
    return _layouts(tuple(cards), pattern)


# ------------------------------------------------------------------------------- each way of settling


def by_pairs(found: Due, deal: Deal) -> Due:
    """Everybody with everybody, or with the banker; no limit to what is paid."""
    for number, units in zip(found.numbers, found.result.units, strict=True):
        found.money[number] = None if units is None else int(units * deal.unit)
    if not found.result.unpriced:
        found.moved = [
            payment(found.numbers, (a, b), units * deal.unit)
            for (a, b), units in found.result.pairs.items()
            if units
        ]
    return found


def payment(numbers: list[int], pair: tuple[int, int], money: int) -> Payment:
    payee, payer = pair if money > 0 else pair[::-1]
    return numbers[payer], numbers[payee], int(abs(money))


def at_the_table(found: Due, deal: Deal, hand: Event, system: System) -> Due:
    """Nobody wins or loses more than lay in front of him; without stacks what is due is paid."""
    stacks = [seat.stack is not None for seat in deal.seats]
    if any(stacks) and not all(stacks):
        return found
    without = replace(deal, seats=[replace(seat, stack=None) for seat in deal.seats])
    if deal.dealer is None:
        dealers = range(len(deal.seats))
        if any(all(stacks) and paid(deal, system, at) != paid(without, system, at) for at in dealers):
            return found
        return replace(by_pairs(found, deal), moved=None)
    moved = in_money(found.result, deal)
    spent = all(stacks) and any(used_up(moved, place, seat) for place, seat in enumerate(deal.seats))
    found.limited = spent and moved != paid(without, system, deal.dealer)
    found.moved = [(found.numbers[payer], found.numbers[payee], money) for payer, payee, money in moved]
    found.money = brought(found.moved, found.numbers)
    return found


def paid(deal: Deal, system: System, dealer: int) -> list[Payment]:
    return in_money(score(replace(deal, dealer=dealer), system, layouts), deal)


def in_money(result: Result, deal: Deal) -> list[Payment]:
    """Payments by places."""
    return [(payer, payee, int(units * deal.unit)) for payer, payee, units in result.transfers]


def used_up(moved: list[Payment], place: int, seat: Seat) -> bool:
    return sum(money for payer, payee, money in moved if place in (payer, payee)) == seat.stack


def brought(moved: list[Payment], numbers: list[int]) -> dict[int, int]:
    """What payments come to, by seat."""
    total = dict.fromkeys(numbers, 0)
    for payer, payee, money in moved:
        total[payer] -= money
        total[payee] += money
    return total


def from_the_pool(found: Due, hand: Event, system: System) -> Due:
    """A third of the pool for each row; of a prize that is shared the odd cents go clockwise from the dealer."""
    winners, unit, awards = found.result.pool_row_winners, hand["unit"], {}
    prize = Fraction(system.pool * len(found.numbers) * unit, len(ROWS))
    for row, places in winners.items():
        share, odd = divmod(int(prize), len(places))
        awards |= {(found.numbers[place], row): share for place in places}
        if odd and "dealer" not in hand:
            return found
        if odd:
            among = [found.numbers[place] for place in places]
            awards[min(among, key=lambda number: (number - hand["dealer"] - 1) % 10), row] += odd
    found.awards, found.moved = awards, list(for_all_rows(found, unit, system))
    beside = brought(found.moved, found.numbers)
    for number in found.numbers:
        won = sum(money for (seat, _), money in awards.items() if seat == number)
        found.money[number] = won - system.pool * unit + beside[number]
    return found


def for_all_rows(found: Due, unit: int, system: System) -> Iterator[Payment]:
    lone = lone_winner_of_all(found.result.pool_row_winners)
    for place, number in enumerate(found.numbers):
        if lone is not None and place != lone and system.pool_all_rows:
            yield number, found.numbers[lone], system.pool_all_rows * unit


def nobody_wins(found: Due) -> Due:
    """What a single winner wins has no price; where there is none, nothing moves."""
    if found.result.single_winner is None:
        return replace(found, money=dict.fromkeys(found.numbers, 0), moved=[])
    return found
