"""Who pays whom, in order, in chips.

Carnivale: "In the case of short stacks, chips that are won are separated, and the remaining chips are used for comparing
against the remaining players" (000). The event: "Each individual player transaction will be completed in full before
moving on to the next transaction. A player is eliminated from the event when they cannot pay the full points owed to an
individual player in turn" (001).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations

from tests.plain.open_face.systems import Rules

Name = Hashable  # of a seat
Dues = Mapping[tuple, int]  # units to the first from the second
Transfer = tuple  # payer, payee, chips


def clockwise(seats: Sequence[int], dealer: int) -> list[int]:
    """From the left of the button."""
    return sorted(seats, key=lambda seat: (seat <= dealer, seat))


def transactions(order: Sequence[Name], dues: Dues, sequence: str = "pairs") -> Iterator[tuple]:
    """Payer, payee and units, in the order in which they are paid; none of zero."""
    owed = {}
    for (a, b), units in dues.items():
        if units:
            owed[(b, a) if units > 0 else (a, b)] = abs(units)
    if sequence == "pairs":
        turns = [turn for one, two in combinations(order, 2) for turn in ((one, two), (two, one))]
    elif sequence == "payer_rounds":
        turns = [(payer, payee) for payer in order for payee in order]
    else:
        turns = [(payer, payee) for payee in order for payer in order]
    for turn in turns:
        if turn in owed:
            yield *turn, owed[turn]


def settle(
    order: Sequence[Name], stacks: Mapping[Name, int] | None, phases: list[Dues], unit: int, rules: Rules
) -> tuple[list[Transfer], list | None]:
    """Transfers, and who is out, by seat. ``stacks`` None: not recorded, so that paid is what is due; who is out is not known."""
    due = [turn for dues in phases for turn in transactions(order, dues, rules.sequence)]
    in_chips = [(payer, payee, units * unit) for payer, payee, units in due]
    if rules.payment == "due":
        return in_chips, []
    if stacks is None:
        return in_chips, None
    pay = matched if rules.payment == "matched" else in_full
    transfers, out = pay(due, stacks, unit, rules)
    left = after(stacks, transfers)
    return transfers, sorted(seat for seat in order if seat in out or left[seat] == 0)


def after(stacks: Mapping[Name, int], transfers: list[Transfer]) -> dict:
    """The stacks when everything is paid."""
    left = dict(stacks)
    for payer, payee, chips in transfers:
        left[payer] -= chips
        left[payee] += chips
    return left


def in_whole(chips: int, unit: int, rules: Rules) -> int:
    return chips - chips % unit if rules.fraction == "whole_units" else chips


def matched(due: list[tuple], stacks: Mapping, unit: int, rules: Rules) -> tuple[list[Transfer], set]:
    """What passes uses up the chips of both; what was won lies apart."""
    unused, transfers = dict(stacks), []
    for payer, payee, units in due:
        cover = min(unused[payer], unused[payee]) if rules.cover == "both" else unused[payer]
        chips = in_whole(min(units * unit, cover), unit, rules)
        unused[payer] -= chips
        unused[payee] = max(0, unused[payee] - chips)
        if chips:
            transfers.append((payer, payee, chips))
    return transfers, set()


def in_full(due: list[tuple], stacks: Mapping, unit: int, rules: Rules) -> tuple[list[Transfer], set]:
    """Receipts count at once. Who cannot pay in full pays what is left and is out: nothing passes to or from it any more."""
    balance, transfers, out = dict(stacks), [], set()
    for payer, payee, units in due:
        if payer in out or payee in out:
            continue
        chips = units * unit
        if balance[payer] < chips:
            chips = in_whole(balance[payer], unit, rules)
            out.add(payer)
        balance[payer] -= chips
        balance[payee] += chips
        if balance[payer] == 0 and rules.zero == "out_at_once":
            out.add(payer)
        if chips:
            transfers.append((payer, payee, chips))
    return transfers, out
