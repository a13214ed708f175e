"""Two players paid each other in a game against a banker.

Finds: a transfer between two seats neither of which is the banker.
Why: the players settle with the banker and not with each other. A payment between two players settles nothing.
Example: seat 1 banks, and seat 2 paid seat 3 $2.00.
Needs: `transfers`, and the banker.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.recorded_transfers import moved
from rules.checks.support.ruleset_conditions import topology
from rules.checks.support.views import BlockView
from rules.hands import Ints
from rules.replay.pairs import NO_SEAT

CHECK = Check(
    "PAY007",
    "paid-past-the-banker",
    "violation",
    "major",
    ("VAR-house-pairs", "MY-bank", "VAR-surrender-banker"),
    title="{who} paid a player who is not the banker",
    quotes=False,
    rule=("comparison.topology", "surrender.payees"),
    area="money",
    applies=topology("banker"),
    follows=("STK006", "PAY001"),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    bank = view.replayed.compared.bank
    if bank is None:
        return inapplicable(view)
    return Tested(
        _findings(view, bank),
        [
            (~view.hands.transfers_recorded, "no transfers were recorded"),
            (bank == NO_SEAT, "which player banked the hand is not known"),
        ],
    )


def _findings(view: BlockView, bank: Ints) -> Iterator[Draft]:
    listed, found = view.hands.transfers, moved(view.hands)
    banks = bank[listed.hand]
    past = found.seated & (banks != NO_SEAT) & (found.payer != banks) & (found.payee != banks)
    for at in np.flatnonzero(past & ~view.replayed.void[listed.hand]).tolist():
        hand, amount = int(listed.hand[at]), int(listed["amount"][at])
        payer, payee = int(listed["payer"][at]), int(listed["payee"][at])
        banker = int(view.hands.seat[hand, bank[hand]])
        yield Draft(
            hand=hand,
            seat=int(found.payer[at]),
            stated=f"{payer} to {payee}",
            expected=f"to or from {banker}",
            unit="seats",
            money=amount,
            fact=f"{payer}>{payee}|{amount}",
            message=(
                f"{view.where(hand)}: seat {payer} paid {view.money(amount)} to seat {payee}; "
                f"players settle with the banker, seat {banker}, and not with each other."
            ),
        )
