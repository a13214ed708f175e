"""A player bought in for another amount than the table allows.

Finds: a buy-in below the minimum without permission, of less than the part of it that a short buy-in needs, or a
second short one; one above the maximum; and chips of a player who comes back with another amount than he left with.
Why: stacks decide what can be won and lost; who takes chips off the table and comes back with fewer keeps what the
others could have won.
Example: a player leaves with €400.00 and buys in for €100.00 half an hour later.
Needs: `chips` events, `terms` with the least and the most buy-in; for a return, `seat` events with `amount`.
"""

from __future__ import annotations

from rules.checks.support.check import POTS, Check
from rules.checks.support.log_view import LogView
from rules.checks.table.table_breaches import TableRule, reports_table_breaches
from rules.records.events import Chips

RULES = {
    "short_without_permission": TableRule(
        "bought in for {amount}",
        "less than the minimum of {due} takes permission",
        "pot.table.short_bp",
        ("OLY-2.10-a", "OLY-2.20"),
    ),
    "short_not_half": TableRule(
        "bought in for {amount}",
        "a short buy-in comes to {due} at least",
        "pot.table.short_bp",
        ("OLY-2.20",),
    ),
    "second_short": TableRule(
        "bought in for {amount}",
        "a further buy-in comes to the minimum of {due} at least",
        "pot.table.short_per_night",
        ("OLY-2.20",),
    ),
    "above_maximum": TableRule("bought in for {amount}", "the most is {due}", "pot.table", ("OLY-2.9",)),
    "rejoin_amount": TableRule(
        "came back with {amount}",
        "who comes back so soon brings the {due} that he left with",
        "pot.table.rejoin_amount",
        ("OLY-2.26-a",),
    ),
}
CHECK = Check(
    "STK019",
    "buy-in-differs",
    "violation",
    "minor",
    ("OLY-2.10-a", "OLY-2.20", "OLY-2.9", "OLY-2.26-a"),
    title="{whose} buy-in differs from the terms of the table",
    quotes=False,
    scope="log",
    rule=(
        "pot.table.short_bp",
        "pot.table.short_per_night",
        "pot.table.rejoin_minutes",
        "pot.table.rejoin_amount",
    ),
    area="money",
    games=POTS,
)


def _bought_in(log: LogView) -> bool:
    return any(event.kind == "buy_in" for _, event in log.events.of(Chips))


run = reports_table_breaches(RULES, _bought_in, "no buy-in was recorded")
