"""A bet or a raise was smaller than the rules allow.

Finds: at no limit and pot limit, an opening bet below the minimum bet, and a raise by less than the bet or raise before
it, of a player who was not all in.
Why: a raise that is too small opens the betting again at a price below the rules' own.
Example: after a bet of $10.00 seat 4 raises to $15.00; a raise comes to $20.00 at least.
Needs: `acts` with the posts, the limit and the stakes; `stack` where a seat may be all in.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import (
    acts_needed,
    chips_needed,
    limit_needed,
    posts_needed,
    stakes_needed,
)

BREACHES = {
    "bet_too_small": Breach(
        "an opening bet comes to at least {due}", "pot.betting.opening", ("external:TDA-minimum-bet",)
    ),
    "raise_too_small": Breach(
        "a raise comes to {due} at least",
        "pot.betting.raise",
        ("OLY-1.17-a", "OLY-1.17-b", "OLY-2.17", "external:TDA-raises"),
    ),
}
CHECK = Check(
    "BET003",
    "bet-too-small",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{who} bet or raised too little",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    follows=("BET008",),
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, posts_needed, chips_needed, limit_needed, stakes_needed)
