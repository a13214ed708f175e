"""A bet or a raise was of another size than the limit allows.

Finds: at pot limit, a bet or raise above the pot; at fixed limit, one of another size than the small or the big bet,
and a raise after the most raises of a round.
Why: the limit is what the players of the table agreed to risk.
Example: at $2.00/$4.00 fixed limit a fourth raise in the first round.
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
    "over_pot": Breach(
        "the pot allows {due} at most", "pot.betting.pot_limit", ("OLY-1.22", "external:TDA-pot-limit")
    ),
    "wrong_bet_size": Breach("the fixed limit is {due}", "pot.betting.fixed_limit", ("external:RROP-limit",)),
    "too_many_raises": Breach(
        "the round had its most raises: it could call, {due} in all, or fold",
        "pot.betting.fixed_limit",
        ("external:RROP-limit",),
    ),
}
CHECK = Check(
    "BET005",
    "bet-above-limit",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{who} bet another amount than the limit allows",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, posts_needed, chips_needed, limit_needed, stakes_needed)
