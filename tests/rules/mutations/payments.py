"""Changes of money: nets, the unit, transfers, pools, fees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.rules.build import Event
from tests.rules.mutations.change import (
    Change,
    empty_seats,
    exchanged,
    judged,
    put,
    with_,
    with_one,
    without,
)
from tests.rules.mutations.due import ROWS

VAST = 10**12
CAP = 1000  # money a unit, under the commission's rulesets


def changes(hand: Event, system: str) -> Iterator[Change]:
    yield from nets_changed(hand, system)
    yield from unit_changed(hand, system)
    if "transfers" in hand:
        yield from transfers_changed(hand, system)
        yield from transfers_changed(without_nets(hand), system)  # compared with what was due alone
        yield from transfers_exchanged(hand, system)
        yield Change("no transfers recorded", with_(hand, transfers=None))
    if "pool" in hand:
        yield from pool_changed(hand, system)
        yield Change("no pool recorded", with_(hand, pool=None))
    if "fees" in hand:
        yield from fees_changed(hand, system)


def nets_changed(hand: Event, system: str) -> Iterator[Change]:
    unit = hand["unit"]
    for place, seat in enumerate(hand["seats"]):
        net = seat["net"]
        for other in {net + 1, net - 1, net + unit, net - unit, -net, 0, net * 2, VAST} - {net}:
            yield judged("another net", put(hand, place, net=other), system)
        yield Change("a net not recorded", put(hand, place, net=None))
    for (one, mine), (two, other) in combinations(enumerate(hand["seats"]), 2):
        if mine["net"] != other["net"]:
            changed = put(put(hand, one, net=other["net"]), two, net=mine["net"])
            yield judged("nets exchanged", changed, system)


def without_nets(hand: Event) -> Event:
    for place in range(len(hand["seats"])):
        hand = put(hand, place, net=None)
    return hand


def unit_changed(hand: Event, system: str) -> Iterator[Change]:
    for unit in {hand["unit"] + 1, hand["unit"] * 2, 1, CAP + 1, 10**6} - {hand["unit"]}:
        alike = None if any(seat["net"] for seat in hand["seats"]) else "another unit, nothing due"
        change = judged("another unit", with_(hand, unit=unit), system, alike)
        if system.startswith("wsgc-") and hand["unit"] <= CAP < unit:
            change = Change("another unit", change.hand, change.expected | {None})
        yield change
    yield Change("the unit not recorded", with_(hand, unit=None))


# ------------------------------------------------------------------------------- chips between players


def transfers_changed(hand: Event, system: str) -> Iterator[Change]:
    everybody, empty = [seat["seat"] for seat in hand["seats"]], empty_seats(hand)[-1]
    for at, moved in enumerate(hand["transfers"]):
        payer, payee, amount = moved["payer"], moved["payee"], moved["amount"]

        def altered(at: int = at, **values: int | None) -> Event:
            return with_one(hand, "transfers", at, **values)

        for other in {0, amount + 1, amount - 1, amount - hand["unit"], amount * 2, VAST} - {amount}:
            if other >= 0:
                yield judged("another amount", altered(amount=other), system)
        if "units" in moved:
            for units in {moved["units"] + 1, moved["units"] - 1, 0} - {moved["units"]}:
                more = "more units than the chips in front allowed to be paid"
                yield judged("other units", altered(units=units), system, alike=more)
            yield Change("the units of a transfer not recorded", altered(units=None))
        yield judged("paid the other way", altered(payer=payee, payee=payer), system)
        for third in set(everybody) - {payer, payee}:
            yield judged("paid to another", altered(payee=third), system)
            yield judged("paid by another", altered(payer=third), system)
        yield judged("paid to an empty seat", altered(payee=empty), system)
        yield judged("paid by an empty seat", altered(payer=empty), system)
        yield judged("paid to himself", altered(payee=payer), system)
        left = {**hand, "transfers": without(hand["transfers"], at)}
        yield judged("a transfer left out", left, system)
        yield judged("a transfer twice", {**hand, "transfers": [*hand["transfers"], moved]}, system)
    for payer, payee in combinations(everybody, 2):
        for more in ({"payer": payer, "payee": payee}, {"payer": payee, "payee": payer}):
            moved = [*hand["transfers"], {**more, "amount": hand["unit"]}]
            yield judged("one more transfer", {**hand, "transfers": moved}, system)


def transfers_exchanged(hand: Event, system: str) -> Iterator[Change]:
    """Chips as they moved, in another order."""
    for one, two in combinations(range(len(hand["transfers"])), 2):
        moved = exchanged(hand["transfers"], one, two)
        change = "transfers in another order"
        yield judged(change, {**hand, "transfers": moved}, system, alike=change)


# ------------------------------------------------------------------------------- pools and fees


def pool_changed(hand: Event, system: str) -> Iterator[Change]:
    """Each amount that was put in or paid out: another, by another seat, for another row, left out, twice."""
    seats = [*(seat["seat"] for seat in hand["seats"]), empty_seats(hand)[-1]]
    for name, what in (("contributions", "contribution"), ("awards", "prize")):
        for at, entry in enumerate(hand["pool"][name]):
            amount = entry["amount"]
            for other in {0, amount + 1, amount - 1, amount * 2, VAST} - {amount}:
                yield judged(f"another {what}", in_the_pool(hand, name, at, amount=other), system)
            for seat in set(seats) - {entry["seat"]}:
                yield judged(f"a {what} of another seat", in_the_pool(hand, name, at, seat=seat), system)
            for row in set(ROWS) - {entry.get("row")} if name == "awards" else ():
                yield judged("a prize for another row", in_the_pool(hand, name, at, row=row), system)
            entries = hand["pool"][name]
            yield judged(f"a {what} left out", pooled(hand, name, without(entries, at)), system)
            yield judged(f"a {what} twice", pooled(hand, name, [*entries, entry]), system)
        yield judged(f"no {what} recorded", pooled(hand, name, []), system)


def in_the_pool(hand: Event, name: str, at: int, **values: object) -> Event:
    return {**hand, "pool": with_one(hand["pool"], name, at, **values)}


def pooled(hand: Event, name: str, entries: list[Event]) -> Event:
    return {**hand, "pool": {**hand["pool"], name: entries}}


def fees_changed(hand: Event, system: str) -> Iterator[Change]:
    """What the rule fixes is the rake, and that the jackpot's part is no more than that."""
    alike = "a fee that no rule fixes"
    for at, fee in enumerate(hand["fees"]):
        for amount in {0, fee["amount"] - 1, fee["amount"] + 1, fee["amount"] * 2, VAST}:
            yield judged("another fee", with_one(hand, "fees", at, amount=amount), system, alike)
        for kind in {"rake", "jackpot", "hand_fee"} - {fee["kind"]}:
            yield judged("a fee of another kind", with_one(hand, "fees", at, kind=kind), system, alike)
        yield judged("a fee left out", {**hand, "fees": without(hand["fees"], at)}, system, alike)
        yield judged("a fee twice", {**hand, "fees": [*hand["fees"], fee]}, system, alike)
    yield Change("no fees recorded", with_(hand, fees=None))
