"""A contribution to the pool differs from the ante.

Finds: a seat that put in nothing or an amount other than the ante, and contributions of seats that are not in the hand.
Why: all players play for the same prizes, so all players put in the same amount.
Example: the ante is 3 units at $1.00, and seat 2 put in $2.00.
Needs: `pool`, and a unit.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import (
    NOT_RECORDED,
    Check,
    Draft,
    Tested,
    hand_seats,
    inapplicable,
    units_text,
)
from rules.checks.support.recorded_pools import RecordedPools, pools
from rules.checks.support.views import BlockView
from rules.hands import Flags

CHECK = Check(
    "POT001",
    "contribution-differs",
    "discrepancy",
    "major",
    ("VAR-pool-ante",),
    title="{whose} contribution to the pool differs from the ante",
    quotes=False,
    rule=("pool.ante",),
    area="money",
    follows=("STK002",),
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    hands, void = view.hands, view.replayed.void
    if view.replayed.pool is None:
        return inapplicable(view)
    entries, without_unit = pools(hands), hands.unit == NOT_RECORDED
    return Tested(
        _findings(view, entries, entries.recorded & ~without_unit & ~void),
        [
            (~entries.recorded & ~void, "the contributions to the pool were not recorded"),
            (without_unit & ~void, "no unit was recorded"),
        ],
    )


def _findings(view: BlockView, entries: RecordedPools, testable: Flags) -> Iterator[Draft]:
    hands, pool = view.hands, view.ruleset.sections.pool
    assert pool is not None
    ante = pool.ante
    due = ante * np.where(testable, hands.unit, 0)
    different = (entries.contributions != due[:, None]) & testable[:, None] & hands.present
    price = units_text(ante).removeprefix("+")
    for hand, seat in hand_seats(different):
        stated, expected = int(entries.contributions[hand, seat]), int(due[hand])
        yield Draft(
            hand=hand,
            seat=seat,
            stated=stated,
            expected=expected,
            unit="money",
            money=abs(stated - expected),
            message=(
                f"{view.where(hand, seat)}: {view.money(stated)} was put into the pool; "
                f"the ante is {price}, {view.money(expected)}."
            ),
        )
    for hand, number, row, amount in entries.outside:
        if row is None and testable[hand]:
            yield Draft(
                hand=hand,
                stated=amount,
                expected=0,
                unit="money",
                money=amount,
                fact=f"outside|{number}|{amount}",
                message=f"{view.where(hand)}: seat {number} put {view.money(amount)} into the pool and was not in the hand.",
            )
