"""A player put in more chips than lay in front of him.

Finds: a post, a call, a bet or a raise beyond the stack, or beyond the cap of the hand; chips that were added during a
hand.
Why: a player plays for the chips that were in front of him when the hand began; chips from elsewhere put others at a
risk that nobody could see.
Example: seat 3 has $50.00 and raises to $80.00.
Needs: `acts` and `stack`.
"""

from __future__ import annotations

from rules.checks.support.act_breaches import Breach, clauses_of, paths_of, reports_breaches
from rules.checks.support.check import POTS, Check
from rules.checks.support.replayed_acts import acts_needed, stacks_needed
from rules.results import Finding

BREACHES = {
    "over_stack": Breach(
        "its chips come to {due}", "pot.betting.calls", ("OLY-2.19-a", "external:RROP-betting")
    ),
    "post_over_stack": Breach(
        "its chips come to {due}", "pot.betting.calls", ("OLY-2.19-a", "external:RROP-betting")
    ),
    "chips_added": Breach(
        "no chips come to a stack during a hand", "pot.betting.calls", ("OLY-2.19-a", "external:RROP-betting")
    ),
}


def _other_title(found: Finding) -> str | None:
    return "{who} added chips during the hand" if found.stated == "add" else None


CHECK = Check(
    "BET006",
    "beyond-the-stack",
    "violation",
    "critical",
    clauses_of(BREACHES),
    title="{who} put in more chips than it had",
    other_title=_other_title,
    quotes=False,
    rule=paths_of(BREACHES),
    area="money",
    games=POTS,
)
run = reports_breaches(BREACHES, acts_needed, stacks_needed)
