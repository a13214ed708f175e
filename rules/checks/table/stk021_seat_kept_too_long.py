"""A seat was kept for an absent player longer than the table allows.

Finds: a player without permission, or after a break, who was away for longer than the rules keep a seat: the longer
of two times where nobody waits for one.
Why: those on the waiting list have a right to the seat.
Example: a player is away for 20 minutes while two wait; the seat is kept for 15.
Needs: `seat` events `away` or `break`, and `back`, with `waiting` and `permission`.
"""

from __future__ import annotations

from rules.checks.support.check import POTS, Check
from rules.checks.table.table_breaches import TableRule, reports_table_breaches, seat_event

RULES = {
    "seat_kept_too_long": TableRule(
        "the player was back here, and the seat had been kept for {took}",
        "it is kept for {due} minutes",
        "pot.table.away_minutes",
        ("OLY-2.23-a", "OLY-2.23-b"),
        money=False,
    ),
}
CHECK = Check(
    "STK021",
    "seat-kept-too-long",
    "violation",
    "note",
    ("OLY-2.23-a", "OLY-2.23-b"),
    title="{whose} seat was kept too long",
    quotes=False,
    scope="log",
    rule=("pot.table.away_minutes", "pot.table.away_listed_minutes"),
    area="procedure",
    games=POTS,
)
run = reports_table_breaches(RULES, seat_event("away", "break"), "no absence was recorded")
