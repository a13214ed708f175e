"""The room's count of the day's drop boxes is not the sum of the counts of its sessions.

Finds: a count of a kind of drop box that the room gives for a gaming day and that the counts in its logs do not add up to.
Why: a box is counted once; where the logs and the room's books have another sum, money or a count is missing.
Example: the room counted $1,412.00 of hand fees on 14 March; the logs have counts of $1,406.00.
Needs: the room's counts of the day, and `drop` events after the last hand of each session; a sum above the count shows
without.
Clauses: external:FEES-counted
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.rooms.checks.base import DayTested, DayView
from rules.rooms.checks.totals import totals_against

CHECK = Check(
    "FEE027",
    "day-total-of-drops-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    scope="room",
    area="fees",
    follows=("LOG009", "LOG011", "LOG012", "FEE023", "FEE025"),
)


def run(view: DayView) -> DayTested:
    return totals_against(view, view.totals.drops if view.totals else None, "drop")
