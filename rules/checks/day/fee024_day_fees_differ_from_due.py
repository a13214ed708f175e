"""The fees of a table on a gaming day differ from what the controls fix for its hands.

Finds: fees of a kind whose sum over a table's day differs from the fixed fee times the hands or players, or from what the
schedule makes of the pots. Where the controls leave the room free to take less than its schedule, less is a note, or
nothing.
Why: fees are the house's revenue and the basis of its taxes; the hands determine what was due.
Example: table 3 on 14 March: 412 hands at $1.00, and $406.00 of hand fees.
Needs: `fees` of every hand, and controls that fix an amount; of pot games, the chips put in.
"""

from __future__ import annotations

from rules.checks.day.day_fees import compare_sides
from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Tested

CHECK = Check(
    "FEE024",
    "day-fees-differ-from-due",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="A table's fees of the day differ from what was due",
    quotes=False,
    scope="room",
    area="fees",
    follows=("FEE023",),
)


def run(view: DayView) -> Tested:
    return compare_sides(
        view,
        view.tables,
        "recorded",
        "due",
        "the entries of {kind} add up to {stated}; by the controls {expected} was due",
    )
