"""What the players won and lost in a hand does not balance.

Finds: a hand whose recorded nets do not add up to nothing.
Why: between players no money appears or vanishes; the rest went to somebody who is not in the record.
Example: +$3.00, +$1.00, −$3.00: $1.00 has no loser.
Needs: `net` of every seat of the hand.
Clauses: external:LEDGER-balance, WSGC-6d
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import NOT_RECORDED, BlockView, Check, Draft, Tested
from rules.hands import Flags, every_seat

CHECK = Check("SCR002", "nets-do-not-balance", "discrepancy", "major", ("external:LEDGER-balance", "WSGC-6d"))


def run(view: BlockView) -> Tested:
    hands = view.hands
    every = every_seat((hands.net != NOT_RECORDED) | ~hands.present)
    return Tested(_findings(view, every), [(~every, "the net of a seat was not recorded")])


def _findings(view: BlockView, every: Flags) -> Iterator[Draft]:
    hands = view.hands
    total = np.where(hands.present & every[:, None], hands.net, 0).sum(axis=1)
    for hand in np.flatnonzero(total).tolist():
        rest = int(total[hand])
        nets = ", ".join(
            f"seat {int(number)} {view.money(int(net))}"
            for number, net in zip(hands.seat[hand], hands.net[hand], strict=True)
            if number
        )
        yield Draft(
            hand=hand,
            stated=rest,
            expected=0,
            unit="money",
            money=abs(rest),
            message=f"{view.where(hand)}: the recorded nets add up to {view.money(rest)} instead of nothing ({nets}).",
        )
