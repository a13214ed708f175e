"""The jackpot drop of a hand differs from the controls.

Finds: a hand whose drop is not the fixed amount, or is above the limit for a hand.
Why: a jackpot is the players' own money. A different amount than announced takes it from somebody.
Example: $2.00 was dropped in hand 17; the limit is $1.00.
Needs: `fees`. A void deal may have no drop.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.fee_limits import foreign, unrecorded
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.records.recorded_fees import taken


def _amounts(ruleset: Ruleset) -> tuple[int | None, int | None]:
    hand = ruleset.sections.fees.jackpot.hand
    return hand.money, hand.max_money


CHECK = Check(
    "FEE010",
    "jackpot-drop-differs",
    "discrepancy",
    "major",
    ("HG-rake",),
    title="The jackpot drop differs from the controls",
    quotes=False,
    rule=("fees.jackpot",),
    area="fees",
    applies=lambda ruleset: any(amount is not None for amount in _amounts(ruleset)),
)
_HAND = "fees.jackpot.hand"


def run(view: BlockView) -> Tested:
    fixed, most = _amounts(view.ruleset)
    if fixed is None and most is None:
        return inapplicable(view)
    if reason := foreign(view.ruleset, view.session.currency):
        return nothing_to_test(view, reason)
    return Tested(_findings(view, fixed, most), unrecorded(view))


def _findings(view: BlockView, fixed: int | None, most: int | None) -> Iterator[Draft]:
    drop, clause = taken(view.hands, "jackpot"), view.ruleset.cite(_HAND)
    free = view.replayed.void & (drop == 0)
    above = np.zeros(len(view), np.bool_) if most is None else drop > most
    other = np.zeros(len(view), np.bool_) if fixed is None else (drop != fixed) & ~free
    for hand in np.flatnonzero(view.hands.fees_recorded & (above | other)).tolist():
        due = most if above[hand] and most is not None else fixed
        assert due is not None
        stated, limit_text = (
            int(drop[hand]),
            "the limit for a hand is" if above[hand] else "the controls name",
        )
        yield Draft(
            hand=hand,
            stated=stated,
            expected=due,
            unit="money",
            money=abs(stated - due),
            kind="violation" if above[hand] else None,
            clause=clause,
            message=(
                f"{view.where(hand)}: {view.money(stated)} was dropped for the jackpot; {limit_text} "
                f"{view.money(due)} ({clause})."
            ),
        )
