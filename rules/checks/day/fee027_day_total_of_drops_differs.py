"""The room's count of the day's drop boxes differs from the sum of its sessions' counts.

Finds: a count of a kind of drop box that the room states for a gaming day and that differs from the sum of the counts
in its logs.
Why: each box is counted once. Where the logs and the room's books differ, money or a count is missing.
Example: the room counted $1,412.00 of hand fees on 14 March; the logs have counts of $1,406.00.
Needs: the room's counts of the day, and `drop` events after the last hand of each session. A sum above the count is
found even without them.
"""

from __future__ import annotations

from rules.checks.day.day_totals import compare_totals
from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Tested

CHECK = Check(
    "FEE027",
    "day-total-of-drops-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="The room's count of a drop differs from its logs",
    quotes=False,
    scope="room",
    area="fees",
    follows=("LOG009", "LOG011", "LOG012", "FEE023", "FEE025"),
)


def run(view: DayView) -> Tested:
    return compare_totals(view, view.totals.drops if view.totals else None, "drop")
