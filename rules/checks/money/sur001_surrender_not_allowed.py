"""A hand was surrendered, and the controls do not allow a surrender.

Finds: a surrendered hand under controls without a surrender.
Why: the controls must document what a surrender pays; where they do not, no amount is right.
Example: seat 2 surrendered in a session under wsgc-base.
Needs: `surrendered`; where it is absent, the hand was not surrendered.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support.check import Check, Draft, Tested, hand_seats
from rules.checks.support.ruleset_conditions import closed
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset


def _without_surrender(ruleset: Ruleset) -> bool:
    return closed(ruleset) and not ruleset.sections.surrender.allowed


CHECK = Check(
    "SUR001",
    "surrender-not-allowed",
    "violation",
    "major",
    ("WSGC-surrender", "VAR-surrender-when", "HG-surrender", "ONE4-surrender-bonus"),
    title="{who} surrendered where the controls allow no surrender",
    quotes=False,
    rule=("surrender.allowed",),
    area="money",
    applies=_without_surrender,
    of_amounts=False,
    mutations=("chinese",),
)


def run(view: BlockView) -> Tested:
    return Tested(_findings(view) if view.replayed.scoring.surrender is None else ())


def _findings(view: BlockView) -> Iterator[Draft]:
    for hand, seat in hand_seats(view.replayed.seats.surrendered & ~view.replayed.void[:, None]):
        yield Draft(
            hand=hand,
            seat=seat,
            stated="surrendered",
            expected="no surrender",
            unit="ruling",
            message=(
                f"{view.where(hand, seat)}: the hand was surrendered; {view.ruleset} has no surrender option "
                f"and no amount for one."
            ),
        )
