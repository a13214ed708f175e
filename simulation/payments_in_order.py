"""Payments at table stakes, by the replay: in order, and never more than the chips in front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from msgspec import UNSET
from msgspec.structs import replace

from rules.hands import NOT_RECORDED, Ints
from rules.records.events import ChineseHand, OfcHand, Transfer
from rules.replay.row_replay import ReplayedRows
from rules.replay.table_stakes import ChipMove, TableStakes, clockwise, moves, pay


class Cashier:
    """Pays hands of a block that was replayed without stacks."""

    def __init__(self, replayed: ReplayedRows, unit: int) -> None:
        self._replayed, self._unit = replayed, unit
        self._parts = _paid_together(replayed)
        self._passing = (_passing(replayed, self._parts) * unit).tolist()
        self._due = PaymentsInOrder(replayed, self._parts, unit)

    def __call__(self, hand: ChineseHand, i: int) -> None:
        stacks = [seat.stack for seat in hand.seats if isinstance(seat.stack, int)]
        covered = all(amount <= stack for amount, stack in zip(self._passing[i], stacks, strict=False))
        stakes = None if covered else self._at_stakes(i, stacks)
        if stakes is None or 0 not in stakes.limited:
            hand.transfers = _written(hand, self._due(i), self._unit)
            return
        hand.transfers = _written(hand, stakes.limited[0])
        for seat, net in zip(hand.seats, stakes.net[0].tolist(), strict=False):
            seat.net = net

    def _at_stakes(self, i: int, stacks: Sequence[int]) -> TableStakes:
        replayed, one = self._replayed, slice(i, i + 1)
        row = np.full((1, replayed.hands.seat.shape[1]), NOT_RECORDED, np.int64)
        row[0, : len(stacks)] = stacks
        pairs = replace(
            replayed.compared,
            hands=replace(replayed.hands.take(np.array([i])), stack=row),
            seats=replace(replayed.seats, present=replayed.seats.present[one]),
            there=replayed.compared.there[one],
        )
        parts = {name: units[one] for name, units in self._parts.items()}
        return pay(pairs, parts, replayed.known[one], replayed.net[one])


class PaymentsInOrder:
    """Amounts due in a block's hands, in the order of payment; computed once for the same seats and button."""

    def __init__(self, replayed: ReplayedRows, parts: dict[str, Ints], unit: int) -> None:
        chips = replayed.scoring.chips
        assert chips is not None
        self._replayed, self._parts, self._unit, self._chips = replayed, parts, unit, chips
        together = parts is not replayed.parts and chips.naturals_first
        self._stages = [units.tolist() for units in parts.values()] if together else []
        self._buttons, self._seats = replayed.hands.dealer.tolist(), replayed.hands.seat.tolist()
        self._orders: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}

    def __call__(self, i: int) -> Iterable[ChipMove]:
        if not self._stages:
            return moves(self._replayed.compared, self._parts, i)
        return self._by_stages(i)

    def _by_stages(self, i: int) -> Iterator[ChipMove]:
        order = self._order(i)
        for stage in self._stages:
            units = stage[i]
            for place, one, other in order:
                if units[place] > 0:
                    yield ChipMove(other, one, units[place] * self._unit)
                elif units[place] < 0:
                    yield ChipMove(one, other, -units[place] * self._unit)

    def _order(self, i: int) -> list[tuple[int, int, int]]:
        key = (self._buttons[i], *self._seats[i])
        if key not in self._orders:
            columns = clockwise(self._replayed.hands, i, first=self._chips.first)
            places = list(zip(self._replayed.a.tolist(), self._replayed.b.tolist(), strict=True))
            pairs = [(min(pair), max(pair)) for pair in combinations(columns, 2)]
            self._orders[key] = [(places.index(pair), *pair) for pair in pairs]
        return self._orders[key]


def paid_in_order(hand: ChineseHand | OfcHand, replayed: ReplayedRows, i: int, unit: int) -> list[Transfer]:
    """Transfers of hand ``i`` of a block that was replayed with its stacks."""
    assert replayed.stakes is not None
    if i in replayed.stakes.limited:
        return _written(hand, replayed.stakes.limited[i])
    return _written(hand, moves(replayed.compared, replayed.parts, i), unit)


def _written(
    hand: ChineseHand | OfcHand, moved: Iterable[ChipMove], unit: int | None = None
) -> list[Transfer]:
    """Transfers; a payment that a stack limits has no units."""
    return as_transfers([seat.seat for seat in hand.seats], moved, unit)


def as_transfers(seats: Sequence[int], moved: Iterable[ChipMove], unit: int | None = None) -> list[Transfer]:
    """Payments between columns as transfers between their seats."""
    return [
        Transfer(
            payer=seats[each.payer],
            payee=seats[each.payee],
            amount=each.amount,
            units=each.amount // unit if unit else UNSET,
        )
        for each in moved
    ]


def _paid_together(replayed: ReplayedRows) -> dict[str, Ints]:
    """Parts of every pair; what is paid as one amount is one part."""
    chips, parts = replayed.scoring.chips, replayed.parts
    assert chips is not None
    if chips.items or chips.side_bets_last:
        return parts
    nothing = np.zeros_like(parts["rows"])
    rest = sum((units for name, units in parts.items() if name != "natural"), nothing)
    return {"natural": parts.get("natural", nothing), "rows": rest}


def _passing(replayed: ReplayedRows, parts: dict[str, Ints]) -> Ints:
    """(hands, seats) most units that pass a seat in either direction."""
    passing = np.zeros(replayed.seats.present.shape, np.int64)
    for units in map(np.abs, parts.values()):
        for place, (i, j) in enumerate(zip(replayed.a, replayed.b, strict=True)):
            passing[:, i] += units[:, place]
            passing[:, j] += units[:, place]
    return passing
