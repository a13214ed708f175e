"""Less rake was taken from a hand than was due.

Finds: a rake below what the schedule makes of the pots, under controls whose schedule is exact.
Why: the house may take less; but a rake that varies from hand to hand cannot be counted against the box.
Example: $1.00 of rake from pots of $30.00; $1.50 was due.
Needs: `fees`, and the chips put in or the amounts of the pots; `acts`, or `reached`, where a flop must have been dealt.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.pot_fees import foreign_to, rakes, reasons, schedule, size
from rules.checks.support.views import PotView
from rules.controls.ruleset import Ruleset


def _notes(ruleset: Ruleset) -> bool:
    """Whether less than an exact schedule is a note."""
    pot = ruleset.sections.pot
    rake = pot.fees.rake if pot is not None else None
    return rake is not None and rake.mode == "exact" and rake.below == "note"


CHECK = Check(
    "FEE034",
    "rake-below-due",
    "discrepancy",
    "note",
    ("OLY-2.36-b", "OLY-2.36-c", "OLY-2.36-d"),
    title="The rake of the hand is below what was due",
    quotes=False,
    rule=("pot.fees.rake.below", "pot.fees.rake.mode"),
    area="fees",
    applies=_notes,
    games=POTS,
)


def run(view: PotView) -> Tested:
    if not _notes(view.ruleset):
        return inapplicable(view)
    if reason := foreign_to(view):
        return nothing_to_test(view, reason)
    stated, due = rakes(view)
    below = (stated != NOT_RECORDED) & (due != NOT_RECORDED) & (stated < due)
    return Tested(list(_findings(view, np.flatnonzero(below).tolist())), reasons(view, due))


def _findings(view: PotView, hands: list[int]) -> Iterator[Draft]:
    stated, due = rakes(view)
    for hand in hands:
        taken, right = int(stated[hand]), int(due[hand])
        rule = schedule(view, right)
        said = f"a rake of {view.money(taken)} was" if taken else "no rake was"
        yield Draft(
            hand=hand,
            stated=taken,
            expected=right,
            unit="money",
            money=right - taken,
            clause=view.ruleset.cite(rule, naming=CHECK.clauses),
            rule=rule,
            message=f"{view.where(hand)}: {said} taken from pots of {size(view, hand)}; {view.money(right)} was due.",
        )
