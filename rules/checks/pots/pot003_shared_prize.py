"""Two or more players share the best hand of a row, and no rule awards the prize.

Finds: hands in which two or more players have the best front, middle or back row, under controls without a rule for
that.
Why: until the room's own controls name the rule, the prize due rests on a reading of the controls.
Example: seats 1 and 3 both have a pair of nines with a king in front, the best of the table.
Needs: the rows of every player of the hand.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points, unranked
from rules.checks.support.ruleset_conditions import leaves_open

CHECK = Check(
    "POT003",
    "shared-prize",
    "undetermined",
    "note",
    ("VAR-pool-prizes",),
    quotes=False,
    scope="log",
    rule=("pool.tie",),
    area="money",
    applies=leaves_open(*TOPICS["POT003"]),
)

run = reports_open_points(
    "POT003",
    "The best hand of a row was shared",
    lambda log: unranked(log, lambda ruleset: ruleset.sections.comparison.topology == "pool"),
)
