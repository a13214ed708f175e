"""A player who could not lose on the river did not bet.

Finds: a check or a call that ends the betting on the river by a seat whose hand no two other cards beat.
Why: who spares an opponent with the best hand may play together with him.
Example: seat 4 is last to act, has the highest straight flush, and checks.
Needs: `acts`, the cards of the seat, and the board.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed

BREACHES = {
    "nuts_not_bet": Breach(
        "no other hand could beat it, and it ended the betting: it was to {due}",
        "pot.betting.nuts",
        ("OLY-1.27",),
    ),
}
CHECK = Check(
    "BET012",
    "nuts-not-bet",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{who} could not lose and did not bet",
    quotes=False,
    rule=paths_of(BREACHES),
    area="procedure",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed)
