"""Results of a block of hands, written onto their records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.hands import Flags, Ints
from rules.records.events import ChineseHand, HandIrregularity, Transfer


@dataclass(frozen=True)
class Settled:
    """What the project's replay makes of a block. Seats in ascending order, as in the records."""

    nets: list[list[int]]  # (hands, seats) money
    units: Ints  # (hands, seats, seats) due to the first seat from the second
    fouled: Flags  # (hands, seats)


def most_lost(settled: Settled, unit: int) -> list[int]:
    """By hand: what the seat that pays most pays out, before anything is paid to it."""
    paid = (-settled.units).clip(0).sum(axis=2).max(axis=1)
    return [units * unit for units in paid.tolist()]


def write_results(
    hands: Sequence[ChineseHand], settled: Settled, *, unit: int, full: bool, supervisor: str
) -> None:
    """Nets, rulings on fouled hands and, in full, the chips as they moved."""
    fouled = settled.fouled.tolist()
    units = settled.units.tolist()
    for i, hand in enumerate(hands):
        for seat, net, foul in zip(hand.seats, settled.nets[i], fouled[i], strict=False):
            seat.net = net
            if full and hand.void is not True:
                seat.fouled = foul
        if full:
            hand.transfers = transfers(hand, units[i], unit)
        if True in fouled[i]:
            _rule_fouls(hand, fouled[i], supervisor)


def transfers(hand: ChineseHand, units: list[list[int]], unit: int) -> list[Transfer]:
    """Chips as they move, pair by pair; nothing where nothing is due."""
    moved = []
    seats = [seat.seat for seat in hand.seats]
    for a, first in enumerate(seats):
        row = units[a]
        for b in range(a + 1, len(seats)):
            won = row[b]
            if won > 0:
                moved.append(Transfer(payer=seats[b], payee=first, amount=won * unit, units=won))
            elif won < 0:
                moved.append(Transfer(payer=first, payee=seats[b], amount=-won * unit, units=-won))
    return moved


def _rule_fouls(hand: ChineseHand, fouled: list[bool], supervisor: str) -> None:
    """The floor rules every fouled hand, and the ruling is written down."""
    rulings = list(hand.irregularities) if isinstance(hand.irregularities, list) else []
    for seat, foul in zip(hand.seats, fouled, strict=False):
        if foul:
            seat.fouled = True
            rulings.append(
                HandIrregularity(
                    kind="other", when="showdown", seat=seat.seat, ruling="hand_fouled", by=supervisor
                )
            )
    hand.irregularities = rulings
