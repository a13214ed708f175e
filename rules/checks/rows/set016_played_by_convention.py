"""A rule was played that no document describes.

Finds: hands in which a player was in fantasyland or earned it, or in which a joker stood for another card, under
controls that take the rule from custom.
Why: each room plays an unwritten rule in its own way. The room's own controls should state it.
Example: seat 2 had queens in front and set all cards of the next deal at once; the document names fantasyland without
describing it.
Needs: the rows of every player, or `fantasyland`.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.open_points import TOPICS, reports_open_points, unranked
from rules.checks.support.ruleset_conditions import leaves_open
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "SET016",
    "played-by-convention",
    "undetermined",
    "note",
    ("OFC-royalties",),
    quotes=False,
    scope="log",
    rule=("fantasyland",),
    area="cards",
    applies=leaves_open(*TOPICS["SET016"]),
)


def _by_convention(ruleset: Ruleset) -> bool:
    return ruleset.sections.fantasyland is not None or ruleset.sections.jokers is not None


run = reports_open_points(
    "SET016",
    "A rule was played that no document describes",
    lambda log: unranked(log, _by_convention),
)
