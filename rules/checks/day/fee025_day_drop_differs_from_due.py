"""The drop boxes of a gaming day do not contain what the controls fix for its hands.

Finds: boxes of a table's day, or of the room by its own count, that differ from what was due, where the fees of the
hands were not recorded. Where the controls leave the room free to take less than its schedule, less is a note, or nothing.
Why: without entries, the boxes are the only evidence of what was taken.
Example: table 3 on 14 March: 412 hands at $1.00, and $406.00 in the boxes.
Needs: `drop` events or the room's totals of the day, and controls that fix an amount; of pot games, the chips put in.
"""

from __future__ import annotations

from rules.checks.day.day_fees import compare_sides
from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Tested

CHECK = Check(
    "FEE025",
    "day-drop-differs-from-due",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="A table's drop of the day differs from what was due",
    quotes=False,
    scope="room",
    area="fees",
    follows=("FEE023",),
)


def run(view: DayView) -> Tested:
    return compare_sides(
        view,
        (*view.tables, *(view.whole if view.totals and view.totals.drops else ())),
        "drop",
        "due",
        "the boxes hold {stated} of {kind}; by the controls {expected} was due",
    )
