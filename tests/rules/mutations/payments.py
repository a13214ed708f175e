"""Changes of money: nets, the unit, transfers, pools, fees."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.build import Event
from tests.rules.mutations import figures
from tests.rules.mutations.change import Change, empty_seats, judged, put, with_, with_one, without
from tests.rules.mutations.due import ROWS
from tests.rules.mutations.figures import VAST, other_amounts

CAP = 1000  # money a unit, under the commission's rulesets
ALIKE = {  # kinds of change, and what they are where nothing shows them
    "other units": "more units than the chips in front allowed to be paid",
    "transfers in another order": "transfers in another order",
}


def changes(hand: Event, system: str) -> Iterator[Change]:
    yield from of_figures(figures.nets_changed(hand), system)
    for place in range(len(hand["seats"])):
        yield Change("a net not recorded", put(hand, place, net=None))
    yield from unit_changed(hand, system)
    if "transfers" in hand:
        for each in (hand, figures.without_nets(hand)):
            yield from of_figures(figures.transfers_changed(each), system)
        yield from of_figures(figures.transfers_exchanged(hand), system)
        yield Change("no transfers recorded", with_(hand, transfers=None))
    if "pool" in hand:
        yield from pool_changed(hand, system)
        yield Change("no pool recorded", with_(hand, pool=None))
    if "fees" in hand:
        yield from fees_changed(hand, system)


def of_figures(made: Iterator[figures.Made], system: str) -> Iterator[Change]:
    for what, hand in made:
        absent = what.endswith(figures.ABSENT)
        yield Change(what, hand) if absent else judged(what, hand, system, ALIKE.get(what))


def unit_changed(hand: Event, system: str) -> Iterator[Change]:
    for unit in {hand["unit"] + 1, hand["unit"] * 2, 1, CAP + 1, 10**6} - {hand["unit"]}:
        alike = None if any(seat["net"] for seat in hand["seats"]) else "another unit, nothing due"
        change = judged("another unit", with_(hand, unit=unit), system, alike)
        if system.startswith("wsgc-") and hand["unit"] <= CAP < unit:
            change = Change("another unit", change.hand, change.expected | {None})
        yield change
    yield Change("the unit not recorded", with_(hand, unit=None))


# ------------------------------------------------------------------------------- pools and fees


def pool_changed(hand: Event, system: str) -> Iterator[Change]:
    """Each amount that was put in or paid out: another, by another seat, for another row, left out, twice."""
    seats = [*(seat["seat"] for seat in hand["seats"]), empty_seats(hand)[-1]]
    for name, what in (("contributions", "contribution"), ("awards", "prize")):
        for at, entry in enumerate(hand["pool"][name]):
            amount = entry["amount"]
            for other in other_amounts(amount):
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
