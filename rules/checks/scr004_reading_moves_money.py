"""Another reading of the controls would have moved money.

Finds: for each point that the controls leave open and that no other check reports, the hands that another reading
settles differently, and the money at stake.
Why: until the room's controls settle the point, the amount due rests on the auditor's default reading.
Example: bonuses are paid when held; were they paid only for rows won, $41.00 in 17 hands would have been settled
differently.
Needs: what the replay of the hands needs.
"""

from __future__ import annotations

from rules.checks import (
    pay005_loss_beyond_stack,
    pot003_shared_prize,
    scr003_silent_outcome,
    scr006_prize_unstated,
    set004_equal_rows,
    set006_natural_undeclared,
    set007_foul_unpriced,
    set008_natural_unpriced,
    set016_played_by_convention,
    sur003_surrender_amount,
)
from rules.checks.base import Check, LogView, Tested
from rules.checks.having import open_points
from rules.checks.open_points import open_findings, unranked
from rules.controls.ruleset import Ruleset

TOLD_ELSEWHERE = frozenset(
    topic
    for module in (
        pay005_loss_beyond_stack,
        pot003_shared_prize,
        scr003_silent_outcome,
        scr006_prize_unstated,
        set004_equal_rows,
        set006_natural_undeclared,
        set007_foul_unpriced,
        set008_natural_unpriced,
        set016_played_by_convention,
        sur003_surrender_amount,
    )
    for topic in module.TOPICS
)


def _leaves_others_open(ruleset: Ruleset) -> bool:
    """Whether the controls leave a point open that no other check looks for."""
    return any(each.touches not in TOLD_ELSEWHERE for each in open_points(ruleset))


CHECK = Check(
    "SCR004",
    "reading-moves-money",
    "undetermined",
    "note",
    ("WSGC-modifications-documented", "PAGAT-agree"),
    scope="log",
    area="money",
    applies=_leaves_others_open,
)


def run(log: LogView) -> Tested:
    return Tested(
        open_findings(log, lambda point: point.ambiguity.touches not in TOLD_ELSEWHERE, always=False),
        unranked(log),
    )
