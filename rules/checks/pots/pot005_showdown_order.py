"""Hands were shown in another order than the rules have.

Finds: a seat that showed or mucked before the one whose turn it was.
Why: who shows later sees more and can muck; the order decides who must show first.
Example: seat 6 made the last bet and was called; seat 2 shows first.
Needs: `show` and `muck` acts, and the button.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, shows_needed

BREACHES = {
    "show_order": Breach(
        "seat {due} was to show first",
        "pot.pots.showdown",
        ("OLY-1.48-a", "OLY-1.48-b", "OLY-1.47-a", "external:RROP-dead-hands"),
    ),
}
CHECK = Check(
    "POT005",
    "showdown-order",
    "violation",
    "note",
    clauses_of(BREACHES),
    title="{who} showed before its turn",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
    needs=("order_of_shows",),
)
run = reports_breaches(BREACHES, acts_needed, shows_needed)
