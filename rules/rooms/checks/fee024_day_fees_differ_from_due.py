"""The fees of a table on a gaming day are not what the controls fix for its hands.

Finds: fees of a kind that add up, over a table's day, to more or to less than the fixed fee times the hands or players.
Why: the fee of a day is what the house and the state live on; the hands say what it had to be.
Example: table 3 on 14 March: 412 hands at $1.00, and $406.00 of hand fees.
Needs: `fees` of every hand, and controls that fix an amount.
Clauses: external:FEES-counted
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.rooms.checks.base import DayTested, DayView
from rules.rooms.checks.fees import held_against

CHECK = Check(
    "FEE024",
    "day-fees-differ-from-due",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    scope="room",
    area="fees",
    follows=("FEE023",),
)


def run(view: DayView) -> DayTested:
    return held_against(
        view,
        view.tables,
        "recorded",
        "due",
        "the entries of {kind} add up to {stated}; by the controls {expected} was due",
    )
