"""More rake was taken from a hand than was due.

Finds: a rake above what the schedule makes of the pots, or above its rate and cap where these are limits; and a rake of
a hand that pays none: without a flop, in a tournament, or at a table that pays for its time.
Why: the rake comes out of the pots. What is above the schedule was taken from the winner.
Example: $2.00 of rake from pots of $30.00; $1.50 was due.
Needs: `fees`, and the chips put in or the amounts of the pots; `acts`, or `reached`, where a flop must have been dealt.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import NOT_RECORDED, POTS, Check, Draft, Tested, inapplicable, nothing_to_test
from rules.checks.support.pot_fees import foreign_to, nothing_due, rakes, reasons, schedule, size
from rules.checks.support.views import PotView

CHECK = Check(
    "FEE033",
    "rake-above-due",
    "violation",
    "major",
    (
        "OLY-2.36-a",
        "OLY-2.36-b",
        "OLY-2.36-c",
        "OLY-2.36-d",
        "OLY-2.36-e",
        "OLY-2.37-a",
        "OLY-2.40-a",
        "OLY-2.40-b",
        "external:house-rake",
    ),
    title="The rake of the hand is above what was due",
    quotes=False,
    rule=("pot.fees.rake", "pot.fees.no_flop"),
    area="fees",
    applies=lambda ruleset: ruleset.sections.pot is not None and ruleset.sections.pot.fees.rake is not None,
    follows=("FEE004",),
    games=POTS,
)


def run(view: PotView) -> Tested:
    if view.replayed.play.rules.fees.rake is None:
        return inapplicable(view)
    if reason := foreign_to(view):
        return nothing_to_test(view, reason)
    stated, due = rakes(view)
    above = (stated != NOT_RECORDED) & (due != NOT_RECORDED) & (stated > due)
    return Tested(list(_findings(view, np.flatnonzero(above).tolist())), reasons(view, due))


def _findings(view: PotView, hands: list[int]) -> Iterator[Draft]:
    stated, due = rakes(view)
    for hand in hands:
        taken, right = int(stated[hand]), int(due[hand])
        none = nothing_due(view, hand) if not right else None
        rule = none[1] if none else schedule(view, right)
        at_most = view.replayed.play.rules.fees.rake
        limit = at_most is not None and at_most.mode == "at_most"
        was = f"{view.money(right)} {'is the most that may be taken' if limit else 'was due'}"
        why = f"{none[0]}, and no rake was due" if none else was
        yield Draft(
            hand=hand,
            stated=taken,
            expected=right,
            unit="money",
            money=taken - right,
            clause=view.ruleset.cite(rule, naming=CHECK.clauses),
            rule=rule,
            message=f"{view.where(hand)}: a rake of {view.money(taken)} was taken from pots of {size(view, hand)}; {why}.",
        )
