"""A player raised after the betting was closed to a raise by him.

Finds: a raise by a seat that had acted, and that faced only an all-in too small to open the betting again.
Why: the all-in of one player gives another no second chance to raise.
Example: seat 1 bets $20.00, seat 2 is all in for $24.00, seat 1 raises.
Needs: `acts` with the posts, the limit; `stack` where a seat may be all in.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, chips_needed, limit_needed, posts_needed

BREACHES = {
    "raise_not_open": Breach(
        "the betting was not open to a raise by it: it could call, {due} in all, or fold",
        "pot.betting.all_in",
        ("OLY-1.20", "external:TDA-reopening", "external:RROP-limit"),
        at_fixed_limit="pot.betting.fixed_limit",
    ),
}
CHECK = Check(
    "BET004",
    "raise-not-open",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{who} raised where it could only call",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
    follows=("BET003",),
)
run = reports_breaches(BREACHES, acts_needed, posts_needed, chips_needed, limit_needed)
