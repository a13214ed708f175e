"""A player owed more than the chips in front of him.

Finds: hands in which a seat's loss is greater than its `stack`.
Why: the controls do not say what is paid when the chips do not suffice, nor who goes short.
Example: seat 3 owes $9.00 with $5.00 in front of it.
Needs: `stack`, a unit, and the rows of every player of the hand.
Clauses: WSGC-6d, PAGAT-score-simple
"""

from __future__ import annotations

from rules.checks.base import Check, LogView, Tested
from rules.checks.open_points import open_findings, unranked

CHECK = Check(
    "PAY005",
    "loss-beyond-stack",
    "undetermined",
    "note",
    ("WSGC-6d", "PAGAT-score-simple"),
    scope="log",
    area="money",
)
TOPICS = ("short_stack",)


def run(log: LogView) -> Tested:
    said = "A player owed more than the chips in front of him"
    return Tested(
        open_findings(log, lambda point: point.ambiguity.touches in TOPICS, always=True, said=said),
        unranked(log),
    )
