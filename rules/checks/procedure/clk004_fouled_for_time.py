"""A hand was fouled for time, and the controls force a card instead.

Finds: an irregularity that rules a hand fouled or dead because its clock expired, under controls that put the card into
a row instead.
Why: the player paid for a foul that the controls do not have.
Example: seat 1's clock ran out and the floor fouled the hand; the controls put the card into the front-most row.
Needs: irregularities with their rulings. Where none is recorded, none was made.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.recorded_clock_calls import expired_by_record, rules_of
from rules.checks.support.check import Check, Draft, Tested, inapplicable
from rules.checks.support.views import BlockView
from rules.controls.ruleset import Ruleset
from rules.hands import FOULING_RULINGS


def _forces(ruleset: Ruleset) -> bool:
    """Whether an expired clock forces the card."""
    clock = ruleset.sections.clock
    return clock is not None and clock.expiry is not None and clock.expiry.then == "force"


CHECK = Check(
    "CLK004",
    "fouled-for-time",
    "violation",
    "major",
    ("CARN-clock-no-foul", "CARN-clock-forced"),
    title="{who} was fouled for time",
    quotes=False,
    rule=("clock.expiry",),
    area="procedure",
    applies=_forces,
    follows=("CLK003",),
    mutations=("ofc",),
)


def run(view: BlockView) -> Tested:
    rules = rules_of(view)
    return Tested(_findings(view)) if rules is not None and rules.forces else inapplicable(view)


def _findings(view: BlockView) -> Iterator[Draft]:
    for (hand, seat), rulings in expired_by_record(view).items():
        ruling = next((each for each in FOULING_RULINGS if each in rulings), None)
        if ruling is not None and not view.replayed.void[hand]:
            yield Draft(
                hand=hand,
                seat=seat,
                stated=ruling,
                expected="a card put into a row",
                unit="ruling",
                message=(
                    f"{view.where(hand, seat)}: the hand was fouled because the clock ran out; "
                    f"the controls put the card into a row and foul no hand for time."
                ),
            )
