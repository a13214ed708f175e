"""A transfer names a seat that was not in the hand.

Finds: a transfer whose payer or payee is a seat without a player in that hand, or whose payer and payee are the same
seat.
Why: money of the deal went to or came from somebody who did not play it.
Example: seat 2 pays seat 7; seats 1 to 4 were dealt in.
Needs: `transfers`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import BY_ROWS, Check, Draft, HandsView, Tested
from rules.checks.support.recorded_transfers import TransferSums, moved
from rules.results import Finding


def _other_title(found: Finding) -> str | None:
    payer, _, payee = str(found.stated).partition(" to ")
    return "{who} is on record as paying itself" if payer == payee else None


CHECK = Check(
    "PAY006",
    "transfer-by-nobody",
    "violation",
    "major",
    ("external:RECORD-attributable",),
    title="A payment names a seat that is not in the hand",
    other_title=_other_title,
    quotes=False,
    area="money",
    of_amounts=False,
    mutations=BY_ROWS,
)


def run(view: HandsView) -> Tested:
    return Tested(
        _findings(view, moved(view.hands)), [(~view.hands.transfers_recorded, "no transfers were recorded")]
    )


def _findings(view: HandsView, found: TransferSums) -> Iterator[Draft]:
    listed = view.hands.transfers
    for at in np.flatnonzero(~found.seated).tolist():
        hand = int(listed.hand[at])
        payer, payee, amount = (int(listed[name][at]) for name in ("payer", "payee", "amount"))
        seats = ", ".join(str(int(each)) for each in view.hands.seat[hand] if each)
        to = "itself" if payer == payee else f"seat {payee}; seats {seats} were dealt in"
        yield Draft(
            hand=hand,
            seat=view.hands.position(hand, payer),
            stated=f"{payer} to {payee}",
            expected=f"two of the seats {seats}",
            unit="seats",
            money=amount,
            fact=f"{payer}>{payee}|{amount}",
            message=f"{view.where(hand)}: seat {payer} is recorded as paying {view.money(amount)} to {to}.",
        )
