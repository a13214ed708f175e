"""Rows fell in a way that the scoring does not price.

Finds: pairs that came out as the controls name no payment for (such as one row won and two tied).
Why: what was due rests on a reading of the controls until the room's own name it.
Example: under 2-4 scoring, one row won and two tied.
Needs: the rows of both players.
Clauses: WSGC-24-two, WSGC-16-two, HG-two-of-three, ONE4-two
"""

from __future__ import annotations

from rules.checks.base import Check, LogView, Tested
from rules.checks.having import leaves_open
from rules.checks.open_points import open_findings, unranked

TOPICS = ("silent_1-0-2", "silent_1-1-1")
CHECK = Check(
    "SCR003",
    "silent-outcome",
    "undetermined",
    "note",
    ("WSGC-24-two", "WSGC-16-two", "HG-two-of-three", "ONE4-two"),
    scope="log",
    holds=("rows.silent",),
    area="money",
    applies=leaves_open(*TOPICS),
)


def run(log: LogView) -> Tested:
    said = "Rows fell in a way that the scoring does not price"
    return Tested(
        open_findings(log, lambda point: point.ambiguity.touches in TOPICS, always=True, said=said),
        unranked(log),
    )
