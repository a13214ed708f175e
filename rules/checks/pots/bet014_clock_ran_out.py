"""A player took longer than the clock allows.

Finds: an act later after the call of the clock than the ruleset's time.
Why: the clock protects the others' time; after it the hand is dead.
Example: the clock is called on seat 3, and it acts 48 seconds later; it had 30.
Needs: `clock` acts with `at` and `acted_at`.
"""

from __future__ import annotations

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, clock_needed, seconds_taken

BREACHES = {
    "clock_expired": Breach(
        "{due} seconds were allowed",
        "pot.betting.clock",
        ("OLY-1.24", "external:TDA-clock"),
        stated=seconds_taken,
        unit="seconds",
        found=breach_words.seconds,
    ),
}
CHECK = Check(
    "BET014",
    "clock-ran-out",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{who} took longer than the clock allows",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, clock_needed)
