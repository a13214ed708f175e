"""No document states what the winner of a deal wins.

Finds: hands that a single player won, under controls that name no prize.
Why: the cards show which player won; how much was due cannot be determined.
Example: seat 2 won 31 deals; no document says what a deal is worth.
Needs: the rows of every player of the hand.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points, unranked
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "SCR006",
    "prize-unstated",
    "undetermined",
    "note",
    ("VAR-single-winner", "VAR-single-winner-none"),
    quotes=False,
    scope="log",
    rule=("single_winner",),
    area="money",
    applies=leaves_open(*TOPICS["SCR006"]),
)

run = reports_open_points(
    "SCR006",
    "A player won the deal, and no document states the prize",
    lambda log: unranked(log, lambda ruleset: ruleset.sections.comparison.topology == "single_winner"),
)
