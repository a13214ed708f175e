"""A seat acted that had nothing to decide.

Finds: a bet, a call or a check after the betting was over; an act of a hand that was folded or dead; an act of a player
who was away.
Why: chips of such an act do not belong to the pot, and a hand that is dead cannot win.
Example: seat 2 folds on the flop and bets on the turn.
Needs: `acts`; for an absent player, `present`.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed

BREACHES = {
    "betting_closed": Breach("the betting was over", "pot.betting", ("OLY-1.23-a", "external:RROP-betting")),
    "hand_not_live": Breach(
        "its hand was not live any more", "pot.pots.cannot_win", ("OLY-1.35", "external:RROP-dead-hands")
    ),
    "absent_acted": Breach("its player was away", "pot.betting", ("OLY-1.9-b", "external:RROP-betting")),
}
CHECK = Check(
    "BET002",
    "acted-without-right",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{who} acted without a right to",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
    follows=("BET001",),
)
run = reports_breaches(BREACHES, acts_needed)
