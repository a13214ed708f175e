"""Another reading of the controls would have moved money.

Finds: for each point that the controls leave open and that no other check reports, the hands that another reading
settles differently, and the money at stake.
Why: until the room's controls settle the point, the amount due rests on the auditor's default reading.
Example: bonuses are paid when held; were they paid only for rows won, $41.00 in 17 hands would have been settled
differently.
Needs: what the replay of the hands needs.
"""

from __future__ import annotations

from rules.checks.support.check import ANY_GAME, Check, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.open_points import TOPICS, open_findings, unranked
from rules.checks.support.ruleset_conditions import open_points
from rules.controls.ruleset import Ruleset

REPORTED_ELSEWHERE = frozenset(topic for topics in TOPICS.values() for topic in topics)


def _leaves_others_open(ruleset: Ruleset) -> bool:
    """Whether a point is open that no other check reports."""
    return any(each.touches not in REPORTED_ELSEWHERE for each in open_points(ruleset))


CHECK = Check(
    "SCR004",
    "reading-moves-money",
    "undetermined",
    "note",
    ("WSGC-modifications-documented", "PAGAT-agree"),
    quotes=False,
    scope="log",
    area="money",
    applies=_leaves_others_open,
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    return Tested(
        open_findings(log, lambda point: point.ambiguity.touches not in REPORTED_ELSEWHERE, always=False),
        unranked(log),
    )
