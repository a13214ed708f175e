"""Faults at the end of a session: control totals, and cash-outs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from rules.records.events import Chips, Close
from simulation.faults import fault_codes
from simulation.faults.answer_key import Expected, Injected
from simulation.faults.fault_base import on_hand

NAME = "control-total"
LEAVING = "cash-outs-exchanged"


def alter(close: Close, random: Random) -> Injected:
    """The close states a different number of hands."""
    true, close.hands = close.hands, close.hands + random.choice((1, 2, 5))
    return Injected(
        kind=NAME,
        code=fault_codes.HAND_TOTAL,
        hand=None,
        seat=None,
        description="The close counts hands that the log does not contain.",
        field="close.hands",
        recorded=close.hands,
        true=true,
        must=on_hand(fault_codes.HAND_TOTAL),
    )


def exchange(events: Sequence[object], hand: int, unit: int, random: Random) -> Iterator[Injected]:
    """One player takes chips of another; the table balances. hand: number of the last one."""
    taken = [each for each in events if isinstance(each, Chips) and each.kind == "cash_out"]
    poorer = next((each for each in taken if each.amount >= unit), None)
    others = [each for each in taken if each is not poorer]
    if poorer is None or not others:
        return
    richer = random.choice(others)
    true = richer.amount
    poorer.amount -= unit
    richer.amount += unit
    yield Injected(
        kind=LEAVING,
        code=fault_codes.CASH_OUT,
        hand=hand,
        seat=richer.seat,
        description="One player takes chips of another player off the table.",
        field="chips.amount",
        recorded=richer.amount,
        true=true,
        must=(Expected(fault_codes.CASH_OUT, richer.seat, hand),),
        may=(fault_codes.CASH_OUT,),  # also of the other player, where fees were recorded
    )
