"""The rake of a hand is above the limit for a hand.

Finds: a hand whose rake is above the maximum that the controls allow for a hand.
Why: the limit applies whatever the wagers are. Anything above it was taken from the winner's money.
Example: $6.00 of rake from wagers of $80.00; the limit is $5.00 a hand.
Needs: `fees`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import Check, Draft, HandsView, Tested, inapplicable, nothing_to_test
from rules.checks.support.fee_limits import above_limit, foreign, unrecorded
from rules.records.recorded_fees import taken

CHECK = Check(
    "FEE006",
    "rake-above-cap",
    "violation",
    "major",
    ("external:WAC-230-15-080-5",),
    title="The rake is above the limit for a hand",
    quotes=False,
    rule=("fees.rake.hand", "fees.currency", "fees.fixed"),
    area="fees",
    applies=lambda ruleset: ruleset.sections.fees.rake.hand.max_money is not None,
    follows=("FEE001",),
)


def run(view: HandsView) -> Tested:
    most = view.ruleset.sections.fees.rake.hand.max_money
    if most is None:
        return inapplicable(view)
    if reason := foreign(view.ruleset, view.session.currency):
        return nothing_to_test(view, reason)
    return Tested(_findings(view, most), unrecorded(view))


def _findings(view: HandsView, most: int) -> Iterator[Draft]:
    rake, clause = taken(view.hands, "rake"), view.ruleset.cite("fees.rake.hand.max_money")
    for hand in np.flatnonzero(rake > most).tolist():
        stated = int(rake[hand])
        said = f"{view.where(hand)}: a rake of {view.money(stated)} was taken; the limit for a hand is"
        yield above_limit(view, said, stated, most, clause, hand=hand)
