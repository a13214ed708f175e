"""The unit is above the limit.

Finds: a hand that was played at more money per unit than the controls allow.
Why: the limit is the bet limit of the game; every unit of the hand exceeded it.
Example: a hand was played at $25.00 a unit; the limit is $10.00.
Needs: a unit, in the currency of the limit.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import (
    NOT_RECORDED,
    Check,
    Draft,
    HandsView,
    Tested,
    inapplicable,
    nothing_to_test,
)

CHECK = Check(
    "STK001",
    "unit-above-cap",
    "violation",
    "critical",
    ("WSGC-3b",),
    title="The unit is above the limit of the controls",
    quotes=False,
    rule=("stakes.unit_cap",),
    area="money",
    follows=("STK002", "LVL002"),
    mutations=("chinese",),
)


def run(view: HandsView) -> Tested:
    cap, currency = view.ruleset.sections.stakes.unit_cap.max, view.ruleset.sections.stakes.unit_cap.currency
    if cap is None:
        return inapplicable(view)
    if currency != view.session.currency:
        return nothing_to_test(view, f"the limit is in {currency} and the session in {view.session.currency}")
    unrecorded = view.hands.unit == NOT_RECORDED
    return Tested(_findings(view, cap), [(unrecorded, "no unit was recorded")])


def _findings(view: HandsView, cap: int) -> Iterator[Draft]:
    for hand in np.flatnonzero(view.hands.unit > cap).tolist():
        unit = int(view.hands.unit[hand])
        yield Draft(
            hand=hand,
            stated=unit,
            expected=cap,
            unit="money",
            rule="stakes.unit_cap",
            message=(
                f"{view.where(hand)}: played at {view.money(unit)} a unit; the limit is {view.money(cap)}."
            ),
        )
