"""The room's total of the day's fees is not the sum of its sessions.

Finds: a total of rake, hand fees, jackpot or time that the room gives for a gaming day and that the entries of its sessions
do not add up to, by the days of the hands.
Why: the room's books and its logs are of the same money; where they part, a log is missing or the books are wrong.
Example: the room's total of hand fees for 14 March is $1,412.00; the sessions add up to $1,406.00.
Needs: the room's totals of the day, and `fees` of every hand; a sum above the total shows without.
Clauses: external:FEES-counted
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.rooms.checks.base import DayTested, DayView
from rules.rooms.checks.totals import totals_against

CHECK = Check(
    "FEE026",
    "day-total-of-fees-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    scope="room",
    area="fees",
    follows=("LOG009", "LOG011", "LOG012", "FEE023", "FEE024"),
)


def run(view: DayView) -> DayTested:
    return totals_against(view, view.totals.fees if view.totals else None, "recorded")
