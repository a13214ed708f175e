"""The jackpot drop of a hand is larger than its rake.

Finds: a hand whose jackpot drop is larger than its rake, under controls that take the drop out of the rake.
Why: the jackpots are funded from the house's rake. Anything above it came from somebody else's money.
Example: a rake of $4.00 and a jackpot drop of $5.00.
Needs: `fees`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, HandsView, Tested, inapplicable
from rules.records.recorded_fees import taken

CHECK = Check(
    "FEE002",
    "jackpot-above-rake",
    "violation",
    "minor",
    ("HG-rake",),
    title="The jackpot drop is above the rake",
    quotes=False,
    rule=("fees.jackpot",),
    area="fees",
    follows=("FEE001", "FEE010"),
    mutations=("chinese",),
)


def run(view: HandsView) -> Tested:
    if view.ruleset.sections.fees.jackpot.kind != "part_of_rake":
        return inapplicable(view)
    unrecorded = ~view.hands.fees_recorded
    return Tested(_findings(view), [(unrecorded, "the fees of the hand were not recorded")])


def _findings(view: HandsView) -> Iterator[Draft]:
    rake, jackpot = taken(view.hands, "rake"), taken(view.hands, "jackpot")
    for hand in np.flatnonzero(jackpot > rake).tolist():
        stated, most = int(jackpot[hand]), int(rake[hand])
        yield Draft(
            hand=hand,
            stated=stated,
            expected=most,
            unit="money",
            money=stated - most,
            clause=view.ruleset.cite("fees.jackpot"),
            message=(
                f"{view.where(hand)}: {view.money(stated)} was dropped for the jackpot; the drop is part of the rake, "
                f"which was {view.money(most)}."
            ),
        )
