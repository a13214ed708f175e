"""The bring-in of a stud game was posted by the wrong seat or in the wrong amount.

Finds: a bring-in by another seat than the one whose up-card is lowest (in razz, highest), and one of another amount
than the stakes say.
Why: the bring-in begins the betting; the cards that show decide who posts it.
Example: seat 2 shows the deuce of clubs, and seat 5 posts the bring-in.
Needs: `acts`, `up` and the stakes.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed

BREACHES = {
    "bring_in_amount": Breach("the bring-in is {due}", "pot.betting.stud", ("external:RROP-stud",)),
    "bring_in_seat": Breach("the bring-in was for seat {due}", "pot.betting.stud", ("external:RROP-stud",)),
}
CHECK = Check(
    "BET010",
    "bring-in-differs",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{whose} bring-in differs from what was due",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed)
