"""Payments of an event's hands in succession, because players and chips are known only then.

A block is replayed once with every seat taken. A pair owes the same whoever else plays; limits by chips and eliminations come
from a replay of the hand's own stacks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.records.events import OfcHand, Transfer
from rules.replay.pairs import Pairs
from rules.replay.table_stakes import moves, pay
from simulation.open_face_results import write_fouls, write_result
from simulation.payments_in_order import as_transfers
from simulation.written_results import SettledBlock


class EventCashier:
    def __init__(
        self, settled: SettledBlock, settle: Callable[[OfcHand], SettledBlock], supervisor: str
    ) -> None:
        rules = settled.replayed.scoring.chips
        assert rules is not None
        self._replayed, self._rules = settled.replayed, rules
        self._settle, self._supervisor = settle, supervisor
        self._units, self._fouled = settled.units.tolist(), settled.fouled.tolist()
        self._one_each = (
            rules.sequence == "pairs" and rules.penalties == "with_rest" and not rules.items
        )  # a payment for each pair

    def __call__(self, hand: OfcHand, i: int, unit: int, *, as_dealt: bool) -> None:
        """Pays hand ``i``. as_dealt: it is the hand that was replayed."""
        if as_dealt:
            fouled = [self._fouled[i][seat.seat - 1] for seat in hand.seats]
            if self._one_each and self._covered(hand, i, unit):
                self._pay_all(hand, i, unit)
            else:
                self._pay_limited(hand, i, unit)
        else:
            settled = self._settle(hand)
            write_result(hand, settled, 0, unit, full=True)
            fouled = settled.fouled[0].tolist()
        write_fouls(hand, fouled, self._supervisor, full=True)

    def _covered(self, hand: OfcHand, i: int, unit: int) -> bool:
        places = [seat.seat - 1 for seat in hand.seats]
        return all(
            isinstance(seat.stack, int)
            and sum(abs(self._units[i][seat.seat - 1][other]) for other in places) * unit < seat.stack
            for seat in hand.seats
        )

    def _pay_all(self, hand: OfcHand, i: int, unit: int) -> None:
        units, paid = self._units[i], []
        order = self._order(hand)
        for place, one in enumerate(order):
            for other in order[place + 1 :]:
                won = units[one - 1][other - 1]
                if won:
                    payer, payee = (other, one) if won > 0 else (one, other)
                    paid.append(Transfer(payer=payer, payee=payee, amount=abs(won) * unit, units=abs(won)))
        for seat in hand.seats:
            seat.net = unit * sum(units[seat.seat - 1][other - 1] for other in order)
        hand.transfers, hand.eliminated = paid, []

    def _order(self, hand: OfcHand) -> list[int]:
        button = hand.dealer if isinstance(hand.dealer, int) and self._rules.needs_button else 0
        first = button + (self._rules.first == "left_of_button")
        return sorted((seat.seat for seat in hand.seats), key=lambda seat: (seat < first, seat))

    def _pay_limited(self, hand: OfcHand, i: int, unit: int) -> None:
        pairs, parts = self._seated(hand, i)
        known = self._replayed.known[i : i + 1] & pairs.there
        stakes = pay(pairs, parts, known, self._due(i, pairs.seats.present, unit))
        columns = range(1, stakes.net.shape[1] + 1)
        if 0 in stakes.limited:
            hand.transfers = as_transfers(columns, stakes.limited[0])
        else:
            hand.transfers = as_transfers(columns, moves(pairs, parts, 0), unit)
        for seat in hand.seats:
            seat.net = int(stakes.net[0, seat.seat - 1])
        hand.eliminated = [seat.seat for seat in hand.seats if stakes.out[0, seat.seat - 1]]

    def _seated(self, hand: OfcHand, i: int) -> tuple[Pairs, dict[str, Ints]]:
        replayed = self._replayed
        seats = np.zeros((1, replayed.hands.seat.shape[1]), np.int8)
        stack = np.full(seats.shape, NOT_RECORDED, np.int64)
        for seat in hand.seats:
            seats[0, seat.seat - 1] = seat.seat
            stack[0, seat.seat - 1] = seat.stack if isinstance(seat.stack, int) else NOT_RECORDED
        present = seats > 0
        there = present[:, replayed.a] & present[:, replayed.b]
        one = replace(
            replayed.hands.take(np.array([i])), seat=seats, stack=stack, dealer=np.array([hand.dealer])
        )
        pairs = replace(
            replayed.compared, hands=one, seats=replace(replayed.seats, present=present), there=there
        )
        return pairs, {name: np.where(there, units[i : i + 1], 0) for name, units in replayed.parts.items()}

    def _due(self, i: int, present: Flags, unit: int) -> Ints:
        between = np.array(self._units[i]) * present * present.T
        due: Ints = np.where(present, between.sum(axis=1) * unit, NOT_RECORDED)
        return due
