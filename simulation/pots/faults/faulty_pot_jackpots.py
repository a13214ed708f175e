"""Jackpots that were not paid, or not as due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rules.records.events import Jackpot
from simulation.faults.fault_base import AlteredHand, alter
from simulation.pots.faults.pot_fault_base import at_seat, on_hand
from simulation.pots.faults.pot_fault_codes import JACKPOT

Pay = Callable[[list[Jackpot], Random], "AlteredHand | None"]


def unpaid(hits: list[Jackpot], random: Random) -> AlteredHand | None:
    """A jackpot that was hit is not paid."""
    hit = hits.pop()
    payouts = hit.payouts if isinstance(hit.payouts, list) else []
    total = sum(each.amount for each in payouts)
    return AlteredHand(field="jackpot", recorded=None, true=total, must=on_hand(JACKPOT))


def overpaid(hits: list[Jackpot], random: Random) -> AlteredHand | None:
    """A player gets more of a jackpot than is due."""
    payouts = hits[0].payouts if isinstance(hits[0].payouts, list) else []
    chosen = random.choice(payouts)
    must = at_seat(JACKPOT, chosen.seat)
    return alter(chosen, "jackpot.payouts.amount", chosen.amount + 10_000, must, seat=chosen.seat)


PAID: dict[str, Pay] = {"jackpot-unpaid": unpaid, "jackpot-overpaid": overpaid}


def names() -> Sequence[str]:
    return tuple(PAID)
