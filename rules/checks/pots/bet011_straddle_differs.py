"""A straddle was posted by the wrong seat or in the wrong amount.

Finds: a straddle of another amount than twice the blind or straddle before it (or what the rules state), and one out of
the row.
Why: a straddle sets the least raise of the round.
Example: with a big blind of $2.00 seat 3 straddles for $6.00.
Needs: `acts` and the stakes.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed

BREACHES = {
    "straddle_amount": Breach(
        "a straddle is {due}", "pot.betting.straddle", ("OLY-2.16-a", "external:RROP-betting")
    ),
    "straddle_seat": Breach(
        "the next straddle is for seat {due}",
        "pot.betting.straddle",
        ("OLY-2.16-b", "OLY-2.16-c", "external:RROP-betting"),
        otherwise="no seat may straddle after the button",
    ),
}
CHECK = Check(
    "BET011",
    "straddle-differs",
    "violation",
    "minor",
    clauses_of(BREACHES),
    title="{whose} straddle differs from what was due",
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed)
