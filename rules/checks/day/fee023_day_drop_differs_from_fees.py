"""The drop boxes of a gaming day do not contain the recorded fees.

Finds: a table, or the room by its own count, whose drop boxes of the day differ from its fees of the day. A session
that runs across the start of a gaming day is divided by its hands; its boxes are divided only where a box was counted
at that point.
Why: a box may be counted in the log of another session of the table, but over the day the amounts must agree.
Example: table 3 on 14 March: $412.00 of hand fees in two sessions, and $406.00 in the boxes.
Needs: `drop` events or the room's totals of the day, and `fees` of every hand.
"""

from __future__ import annotations

from rules.checks.day.day_fees import compare_sides
from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Tested

CHECK = Check(
    "FEE023",
    "day-drop-differs-from-fees",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="A table's drop of the day differs from its fees",
    quotes=False,
    scope="room",
    area="fees",
)


def run(view: DayView) -> Tested:
    return compare_sides(
        view,
        (*view.tables, *(view.whole if view.totals and view.totals.drops else ())),
        "drop",
        "recorded",
        "the boxes hold {stated} of {kind}; the entries add up to {expected}",
    )
