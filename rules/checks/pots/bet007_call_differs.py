"""A call, or an uncalled bet that went back, was not what the bets come to.

Finds: a check that faces a bet; a call of more or less than the bet, of a player who was not all in; an uncalled bet
that went back in another amount.
Why: chips that a call leaves out, or that go back without cause, are missing in the pot.
Example: seat 6 bets $30.00 and seat 1 calls $20.00 with $100.00 in front.
Needs: `acts` with the posts; `stack` where a seat may be all in.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, chips_needed, posts_needed

BREACHES = {
    "check_facing_bet": Breach(
        "it faced a bet: a call comes to {due}", "pot.betting.calls", ("external:RROP-betting",)
    ),
    "call_amount": Breach("a call comes to {due}", "pot.betting.calls", ("external:RROP-betting",)),
    "return_amount": Breach("{due} of the bet was uncalled", "pot.betting.calls", ("external:RROP-betting",)),
}
CHECK = Check(
    "BET007",
    "call-differs",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{whose} call or return differs from the bets",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
    follows=("BET003", "BET005", "BET006"),
)
run = reports_breaches(BREACHES, acts_needed, posts_needed, chips_needed)
