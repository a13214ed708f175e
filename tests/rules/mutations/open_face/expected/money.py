"""Nets and transfers against what was due, and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.rules.build import Event
from tests.rules.mutations.open_face.expected.cards import Expected
from tests.rules.mutations.open_face.expected.facts import Facts, Payment


def of_money(hand: Event, found: Facts) -> Iterator[Expected]:
    nets = {number: seat["net"] for number, seat in found.seats.items() if "net" in seat}
    yield from of_nets(nets, hand, found)
    if "transfers" in hand:
        yield from of_transfers(nets, hand, found)
    yield from beyond_the_chips(nets, hand, found)


# ---------------------------------------------------------------- nets


def of_nets(nets: dict[int, int], hand: Event, found: Facts) -> Iterator[Expected]:
    if not hand.get("void") and found.money is not None and not a_penalty(nets, hand, found):
        yield from (("SCR001", number) for number, net in nets.items() if net != found.money[number])
    if len(nets) == len(found.seats) and sum(nets.values()):
        yield "SCR002", None
    if not found.limited and "unit" in hand and not a_penalty(nets, hand, found):
        yield from (("PAY003", number) for number, net in nets.items() if net % hand["unit"])


def a_penalty(paid: dict[int, int], hand: Event, found: Facts) -> bool:
    """A penalty that the controls do not price can explain what was paid: so many units to each opponent at most."""
    if hand.get("void") or found.money is None or sum(paid.values()) or "unit" not in hand:
        return False
    units = sum(
        each["units"]
        for each in hand.get("irregularities", ())
        if each.get("ruling") == "penalty" and "units" in each and not price(each["kind"], found)
    )
    most = units * hand["unit"] * (len(found.seats) - 1)
    off = [abs(amount - found.money[number]) for number, amount in paid.items()]
    return bool(units) and any(off) and max(off) <= most


def price(kind: str, found: Facts) -> int:
    return {"missed_hand": found.rules.missed_units, "exposed_card": found.rules.exposed_units}.get(kind, 0)


# ---------------------------------------------------------------- chips between players


def of_transfers(nets: dict[int, int], hand: Event, found: Facts) -> Iterator[Expected]:
    moved = [(each["payer"], each["payee"], each["amount"]) for each in hand["transfers"]]
    strange = [each for each in moved if not seated(each, found)]
    yield from (("PAY006", payer if payer in found.seats else None) for payer, _, _ in strange)
    yield from units_at_odds(hand, found)
    if strange:
        return
    total = brought(moved, found)
    yield from (("PAY004", number) for number, net in nets.items() if net != total[number])
    if hand.get("void") or found.money is None:
        return
    if total != found.money and not a_penalty(total, hand, found):
        yield from (("PAY001", number) for number in found.seats if total[number] != found.money[number])
    if found.limited and found.moved is not None and "unit" in hand:
        paid = [each for each in moved if each[2]]
        if paid != found.moved and sorted(paid) == sorted(found.moved):
            yield "PAY009", None


def seated(moved: Payment, found: Facts) -> bool:
    payer, payee, _ = moved
    return payer in found.seats and payee in found.seats and payer != payee


def brought(moved: list[Payment], found: Facts) -> dict[int, int]:
    total: Counter = Counter()
    for payer, payee, money in moved:
        total[payer] -= money
        total[payee] += money
    return {number: total[number] for number in found.seats}


def units_at_odds(hand: Event, found: Facts) -> Iterator[Expected]:
    """An amount that is not its units' worth; where chips may limit what is paid it may be less."""
    for each in hand["transfers"]:
        worth = each.get("units", 0) * hand.get("unit", 0)
        if "units" not in each or "unit" not in hand or each["amount"] == worth:
            continue
        if not ((found.tight or found.open_stacks) and each["amount"] < worth):
            yield "PAY002", each["payer"] if each["payer"] in found.seats else None


def beyond_the_chips(nets: dict[int, int], hand: Event, found: Facts) -> Iterator[Expected]:
    """Nobody loses more than was in front of him; where what passes uses up the chips of both, nobody wins more."""
    if not found.limited or hand.get("void"):
        return
    moved = [(each["payer"], each["payee"], each["amount"]) for each in hand.get("transfers", ())]
    total = brought([each for each in moved if seated(each, found)], found) if "transfers" in hand else {}
    for number, seat in found.seats.items():
        results = [each[number] for each in (nets, total) if number in each]
        sizes = [-result if found.rules.payment == "in_full" else abs(result) for result in results]
        if "stack" in seat and any(size > seat["stack"] for size in sizes):
            yield "PAY008", number
