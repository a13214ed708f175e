"""A player acted before his turn.

Finds: a bet, a check or a fold by a seat whose turn it was not; chips of such an act that did not go back although an
earlier seat bet or raised meanwhile; chips that went back although nobody did.
Why: who acts early shows the players before him what he will do.
Example: seat 5 bets while seat 3 has not acted.
Needs: `acts`, the posts, and the button; `stack` where a seat may be all in.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, button_needed, chips_needed, posts_needed

BREACHES = {
    "out_of_turn": Breach(
        "it was the turn of seat {due}", "pot.betting.out_of_turn", ("OLY-1.23-a", "external:TDA-out-of-turn")
    ),
    "out_of_turn_not_returned": Breach(
        "it was out of turn, an earlier seat bet or raised meanwhile, and the chips did not go back",
        "pot.betting.out_of_turn",
        ("OLY-1.26-b", "external:TDA-out-of-turn"),
    ),
    "take_back_not_due": Breach(
        "nobody before it bet or raised, so the act out of turn was to remain",
        "pot.betting.out_of_turn",
        ("OLY-1.26-a", "external:TDA-out-of-turn"),
    ),
}
CHECK = Check(
    "BET001",
    "acted-out-of-turn",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{who} acted out of turn",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, posts_needed, chips_needed, button_needed)
