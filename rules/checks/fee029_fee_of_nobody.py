"""A fee of a hand names a seat where nobody sat.

Finds: a fee that names a seat without a player in that hand.
Why: money was taken, and nobody can say from which player; the limits for a player cannot be applied to it.
Example: $1.00 for the hand from seat 7; players sat at seats 1 to 4.
Needs: `fees` with their seats. An entry that names no seat is shared by all players of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.base import ANY_GAME, NOT_RECORDED, Check, Draft, HandsView, Tested
from rules.checks.fees import unrecorded
from rules.checks.triangle import WORDS

CHECK = Check(
    "FEE029",
    "fee-of-nobody",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    area="fees",
    of_amounts=False,
    games=ANY_GAME,
)


def run(view: HandsView) -> Tested:
    return Tested(_findings(view), unrecorded(view))


def _findings(view: HandsView) -> Iterator[Draft]:
    hands, listed = view.hands, view.hands.fees
    seats = np.where(hands.present, hands.seat, 0)
    named = listed["seat"] != NOT_RECORDED
    seated = (seats[listed.hand] == listed["seat"][:, None]).any(axis=1)
    for at in np.flatnonzero(named & ~seated).tolist():
        hand = int(listed.hand[at])
        kind, number, amount = (
            hands.names[listed["kind"][at]],
            int(listed["seat"][at]),
            int(listed["amount"][at]),
        )
        occupied = ", ".join(str(int(each)) for each in seats[hand] if each)
        yield Draft(
            hand=hand,
            stated=f"seat {number}",
            expected=f"one of the seats {occupied}",
            unit="seats",
            money=amount,
            fact=f"{kind}|{number}|{amount}",
            message=(
                f"{view.where(hand)}: {view.money(amount)} of {WORDS[kind]} is on record for seat {number}, where nobody sat; "
                f"players sat at seats {occupied}."
            ),
        )
