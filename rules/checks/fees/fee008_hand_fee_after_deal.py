"""A fee for a hand was taken after the first card was dealt.

Finds: a fee for a hand that is recorded as not taken before the deal, under controls that take it before the deal.
Why: before the deal a player can still leave; after it the player pays because of the cards already held.
Example: $1.00 from seat 3, taken after the first card.
Needs: `fees` with `before_deal`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Check, Draft, HandsView, Tested, inapplicable
from rules.checks.support.fee_limits import unrecorded
from rules.hands import Ints
from rules.records.recorded_fees import of_kind

CHECK = Check(
    "FEE008",
    "hand-fee-after-deal",
    "violation",
    "minor",
    ("external:WAC-230-15-080-3",),
    title="A fee for the hand was taken after the deal",
    quotes=False,
    rule=("fees.hand_fee",),
    area="fees",
    of_amounts=False,
)


def run(view: HandsView) -> Tested:
    if view.ruleset.sections.fees.hand_fee.taken != "before_deal":
        return inapplicable(view)
    entries = of_kind(view.hands, "hand_fee")
    entries = entries[view.hands.fees["amount"][entries] > 0]
    when = view.hands.fees["before_deal"][entries]
    moment_unknown = np.zeros(len(view), np.bool_)
    moment_unknown[view.hands.fees.hand[entries[when == NOT_RECORDED]]] = True
    return Tested(
        _findings(view, entries[when == 0]),
        [
            *unrecorded(view),
            (moment_unknown, "whether the fee was taken before the deal was not recorded"),
        ],
    )


def _findings(view: HandsView, late: Ints) -> Iterator[Draft]:
    fees, clause = view.hands.fees, view.ruleset.cite("fees.hand_fee.taken")
    for hand in np.unique(fees.hand[late]).tolist():
        entries = late[fees.hand[late] == hand]
        amount = int(fees["amount"][entries].sum())
        seats = sorted({seat for seat in fees["seat"][entries].tolist() if seat > 0})
        whose = f" from seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}" if seats else ""
        yield Draft(
            hand=hand,
            seat=view.hands.position(hand, seats[0]) if len(seats) == 1 else None,
            stated="after the deal",
            expected="before the deal",
            unit="moment",
            money=amount,
            clause=clause,
            fact=f"{amount}|{seats}",
            message=(
                f"{view.where(hand)}: {view.money(amount)} was taken for the hand{whose} after the first card was dealt; the "
                f"controls take it before ({clause})."
            ),
        )
