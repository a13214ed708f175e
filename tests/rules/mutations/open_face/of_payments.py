"""Changes of transfers: who paid whom, how much, for how many units, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.rules.build import Event
from tests.rules.mutations.change import empty_seats, exchanged, with_, without
from tests.rules.mutations.open_face.change import Change, absent, numbers_of, with_one
from tests.rules.mutations.open_face.deal import Log

VAST = 10**12


def changes(hand: Event, log: Log) -> Iterator[Change]:
    if "transfers" not in hand:
        return
    without_nets = {**hand, "seats": [with_(seat, net=None) for seat in hand["seats"]]}
    for each in (hand, without_nets):  # the second is compared with what was due alone
        yield from each_changed(each)
        yield from one_more(each)
        for one, two in combinations(range(len(hand["transfers"])), 2):
            yield Change("transfers in another order", moved(each, exchanged(hand["transfers"], one, two)))


def moved(hand: Event, transfers: list[Event]) -> Event:
    return {**hand, "transfers": transfers}


def each_changed(hand: Event) -> Iterator[Change]:
    everybody, empty = numbers_of(hand), empty_seats(hand)[-1]
    for at, each in enumerate(hand["transfers"]):
        payer, payee, amount = each["payer"], each["payee"], each["amount"]

        def altered(at: int = at, /, **values: int | None) -> Event:
            return with_one(hand, "transfers", at, **values)

        for other in sorted({0, amount + 1, amount - 1, amount - hand["unit"], amount * 2, VAST} - {amount}):
            if other >= 0:
                yield Change("another amount", altered(amount=other))
        if "units" in each:
            for units in {each["units"] + 1, each["units"] - 1, 0} - {each["units"]}:
                yield Change("other units", altered(units=units))
            yield absent("the units of a transfer", altered(units=None))
        else:
            for units in (amount // hand["unit"], amount // hand["unit"] + 1):
                yield Change("units of a part of a unit", altered(units=units))
        yield Change("paid the other way", altered(payer=payee, payee=payer))
        for third in set(everybody) - {payer, payee}:
            yield Change("paid to another", altered(payee=third))
            yield Change("paid by another", altered(payer=third))
        yield Change("paid to an empty seat", altered(payee=empty))
        yield Change("paid by an empty seat", altered(payer=empty))
        yield Change("paid to himself", altered(payee=payer))
        yield Change("a transfer left out", moved(hand, without(hand["transfers"], at)))
        yield Change("a transfer twice", moved(hand, [*hand["transfers"], each]))


def one_more(hand: Event) -> Iterator[Change]:
    for payer, payee in combinations(numbers_of(hand), 2):
        for more in ({"payer": payer, "payee": payee}, {"payer": payee, "payee": payer}):
            yield Change(
                "one more transfer", moved(hand, [*hand["transfers"], {**more, "amount": hand["unit"]}])
            )
            yield Change(
                "one more transfer of nothing", moved(hand, [*hand["transfers"], {**more, "amount": 0}])
            )
