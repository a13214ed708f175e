"""A player took a longer break, or more breaks, than the table allows.

Finds: a break of more minutes than the rules have, and a further break after the last one that they allow.
Why: a seat that nobody plays keeps somebody else from the table.
Example: a player is back after 45 minutes; a break is of 30.
Needs: `seat` events `break` and `back`.
"""

from __future__ import annotations

from rules.checks.support.check import POTS, Check
from rules.checks.table.table_breaches import TableRule, reports_table_breaches, seat_event

RULES = {
    "break_too_long": TableRule(
        "the break ended here after {took}",
        "a break is of {due} minutes at most",
        "pot.table.break_minutes",
        ("OLY-2.22",),
        money=False,
    ),
    "second_break": TableRule(
        "break {count} of the player began here",
        "no further break is allowed",
        "pot.table.breaks_per_night",
        ("OLY-2.22",),
        money=False,
    ),
}
CHECK = Check(
    "STK020",
    "break-too-long",
    "violation",
    "note",
    ("OLY-2.22",),
    title="{who} took a longer break than the table allows",
    quotes=False,
    scope="log",
    rule=("pot.table.break_minutes", "pot.table.breaks_per_night"),
    area="procedure",
    games=POTS,
)
run = reports_table_breaches(RULES, seat_event("break"), "no break was recorded")
