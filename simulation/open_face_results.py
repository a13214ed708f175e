"""Payments of open-face hands, by the replay, written onto their records."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from rules.hands import NOT_RECORDED
from rules.records.events import OfcHand
from simulation.payments_in_order import paid_in_order
from simulation.written_results import SettledBlock, rule_fouls, transfers


def write_result(hand: OfcHand, settled: SettledBlock, i: int, unit: int, *, full: bool) -> None:
    """Writes nets and, with full evidence, transfers and eliminations of hand ``i``."""
    for seat, net in zip(hand.seats, settled.nets[i], strict=False):
        seat.net = UNSET if net == NOT_RECORDED else net
    if not full:
        return
    replayed = settled.replayed
    if any(seat.net is UNSET for seat in hand.seats):
        hand.transfers = UNSET
    elif replayed.stakes is None:
        hand.transfers = transfers(hand, settled.units[i].tolist(), unit)
    else:
        hand.transfers = paid_in_order(hand, replayed, i, unit)
    if replayed.stakes is not None:
        hand.eliminated = out_of(hand, settled, i)


def out_of(hand: OfcHand, settled: SettledBlock, i: int) -> list[int]:
    stakes = settled.replayed.stakes
    if stakes is None:
        return []
    return [seat.seat for seat, out in zip(hand.seats, stakes.out[i].tolist(), strict=False) if out]


def write_fouls(hand: OfcHand, fouled: Sequence[bool], supervisor: str, *, full: bool) -> None:
    """Rules each fouled hand fouled; with full evidence marks every set hand."""
    if hand.void is True:
        return
    for seat, foul in zip(hand.seats, fouled, strict=False):
        if full and seat.status != "missed":
            seat.fouled = foul
    if True in fouled:
        rule_fouls(hand, fouled, supervisor)
