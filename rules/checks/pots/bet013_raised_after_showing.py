"""A player whose hand was shown bet or raised, although the floor let it only call.

Finds: a bet or a raise by a seat after a ruling `call_only` on its hand.
Why: the ruling holds for the rest of the hand.
Example: seat 1 showed its cards before the end, was ruled to call only, and raises.
Needs: `acts`, and the ruling on record.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed

BREACHES = {
    "call_only": Breach(
        "its hand was ruled to call only: {due} in all", "pot.betting.shown", ("OLY-1.34-b",)
    ),
}
CHECK = Check(
    "BET013",
    "raised-after-showing",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{who} raised after its hand was shown",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed)
