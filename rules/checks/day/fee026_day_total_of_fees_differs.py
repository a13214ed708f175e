"""The room's total of the day's fees differs from the sum of its sessions.

Finds: a total of rake, hand fees, jackpot or time that the room states for a gaming day and that differs from the sum
of its sessions' entries, by the days of the hands.
Why: the room's books and its logs record the same money. Where they differ, a log is missing or the books are wrong.
Example: the room's total of hand fees for 14 March is $1,412.00; the sessions add up to $1,406.00.
Needs: the room's totals of the day, and `fees` of every hand. A sum above the total is found even where some fees were
not recorded.
"""

from __future__ import annotations

from rules.checks.day.day_totals import compare_totals
from rules.checks.day.day_view import DayView
from rules.checks.support.check import Check, Tested

CHECK = Check(
    "FEE026",
    "day-total-of-fees-differs",
    "discrepancy",
    "major",
    ("external:FEES-counted",),
    title="The room's total of a fee differs from its sessions",
    quotes=False,
    scope="room",
    area="fees",
    follows=("LOG009", "LOG011", "LOG012", "FEE023", "FEE024"),
)


def run(view: DayView) -> Tested:
    return compare_totals(view, view.totals.fees if view.totals else None, "recorded")
