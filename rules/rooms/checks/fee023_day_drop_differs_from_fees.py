"""The drop boxes of a gaming day do not hold the fees that were recorded.

Finds: a table, or the room by its own count, whose drop boxes of the day come to more or to less than its fees of the day. A
session that runs across the hour at which the day begins counts by its hands; its boxes only where one was counted there.
Why: a box may be counted in the log of another session of the table; over the day it has to come out.
Example: table 3 on 14 March: $412.00 of hand fees in two sessions, and $406.00 in the boxes.
Needs: `drop` events or the room's totals of the day, and `fees` of every hand.
Clauses: external:FEES-counted
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.rooms.checks.base import DayTested, DayView
from rules.rooms.checks.fees import held_against

CHECK = Check(
    "FEE023",
    "day-drop-differs-from-fees",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    scope="room",
    area="fees",
)


def run(view: DayView) -> DayTested:
    return held_against(
        view,
        (*view.tables, *(view.whole if view.totals and view.totals.drops else ())),
        "drop",
        "recorded",
        "the boxes hold {stated} of {kind}; the entries add up to {expected}",
    )
