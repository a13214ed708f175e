"""Money of a hand changed, whichever the game: nets, and transfers with their payers, amounts and units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, exchanged, numbers_of, put, with_, with_one, without

VAST = 10**12
Made = tuple[str, Event]  # the kind of change, and the hand after it
ABSENT = "not recorded"  # ends the kinds of change that leave something out


def others(value: int, unit: int) -> list[int]:
    """Other figures that may stand where one does: about a unit, doubled, of the other sign, none, vast."""
    return sorted({value + 1, value - 1, value + unit, value - unit, -value, 0, value * 2, VAST} - {value})


def other_amounts(value: int, unit: int = 0) -> list[int]:
    """The same of an amount, which is never negative."""
    return sorted(
        each for each in {0, value + 1, value - 1, value - unit, value * 2, VAST} - {value} if each >= 0
    )


def nets_changed(hand: Event) -> Iterator[Made]:
    """Each net another one, and each two exchanged."""
    for place, seat in enumerate(hand["seats"]):
        for other in others(seat["net"], hand["unit"]):
            yield "another net", put(hand, place, net=other)
    for (one, mine), (two, other) in combinations(enumerate(hand["seats"]), 2):
        if mine["net"] != other["net"]:
            yield "nets exchanged", put(put(hand, one, net=other["net"]), two, net=mine["net"])


def without_nets(hand: Event) -> Event:
    """The hand whose transfers are compared with what was due alone."""
    return {**hand, "seats": [with_(seat, net=None) for seat in hand["seats"]]}


def moved(hand: Event, transfers: list[Event]) -> Event:
    return {**hand, "transfers": transfers}


def transfers_changed(hand: Event) -> Iterator[Made]:
    """Each transfer of another amount, between others, left out or doubled; and one more between each two seats."""
    for at, each in enumerate(hand["transfers"]):
        for amount in other_amounts(each["amount"], hand["unit"]):
            yield "another amount", with_one(hand, "transfers", at, amount=amount)
        if "units" in each:
            for units in sorted({each["units"] + 1, each["units"] - 1, 0} - {each["units"]}):
                yield "other units", with_one(hand, "transfers", at, units=units)
            yield f"the units of a transfer {ABSENT}", with_one(hand, "transfers", at, units=None)
        yield from _parties_changed(hand, at, each["payer"], each["payee"])
        yield "a transfer left out", moved(hand, without(hand["transfers"], at))
        yield "a transfer twice", moved(hand, [*hand["transfers"], each])
    for payer, payee in combinations(numbers_of(hand), 2):
        for more in ({"payer": payer, "payee": payee}, {"payer": payee, "payee": payer}):
            yield "one more transfer", moved(hand, [*hand["transfers"], {**more, "amount": hand["unit"]}])


def _parties_changed(hand: Event, at: int, payer: int, payee: int) -> Iterator[Made]:
    """A transfer the other way, to and from everybody else, an empty seat and oneself."""
    empty = empty_seats(hand)[-1]
    changes = [("paid the other way", {"payer": payee, "payee": payer})]
    for third in sorted(set(numbers_of(hand)) - {payer, payee}):
        changes += [("paid to another", {"payee": third}), ("paid by another", {"payer": third})]
    changes += [("paid to an empty seat", {"payee": empty}), ("paid by an empty seat", {"payer": empty})]
    changes += [("paid to himself", {"payee": payer})]
    for what, values in changes:
        yield what, with_one(hand, "transfers", at, **values)


def transfers_exchanged(hand: Event) -> Iterator[Made]:
    """Chips as they moved, in another order."""
    for one, two in combinations(range(len(hand["transfers"])), 2):
        yield "transfers in another order", moved(hand, exchanged(hand["transfers"], one, two))
