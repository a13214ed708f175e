"""Two rows of a hand are exactly equal.

Finds: hands whose back row equals the middle row, or, under a reading that compares only three cards, whose middle row
equals the front row.
Why: the controls require a higher row and do not say how to treat an equal one; a person must decide.
Example: seat 4 set A-K-9-6-3 in the middle and A-K-9-6-3 of other suits at the back.
Needs: all three rows of a seat.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.open_points import TOPICS, open_findings, unranked
from rules.checks.support.ruleset_conditions import leaves_open

EQUAL, BEGINS = TOPICS["SET004"]
CHECK = Check(
    "SET004",
    "equal-rows",
    "undetermined",
    "note",
    ("WSGC-5a", "PAGAT-arrange-order"),
    quotes=False,
    scope="log",
    rule=("set_order.equal", "ranking.short_row"),
    area="cards",
    applies=leaves_open(*TOPICS["SET004"]),
)


def run(log: LogView) -> Tested:
    level = open_findings(
        log,
        lambda point: point.ambiguity.touches == EQUAL,
        always=True,
        event="A hand has two exactly equal rows",
    )
    begins = open_findings(log, lambda point: point.ambiguity.touches == BEGINS, always=False)
    return Tested([*level, *begins], unranked(log))
