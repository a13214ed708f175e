"""A penalty for an irregularity was another number of units than its procedure has.

Finds: an irregularity ruled a penalty whose units are not those that the procedure for it names.
Why: the price of an infraction is written down so that it is the same for everybody.
Example: a player who showed a card was fined 3 units, where the controls have 1.
Needs: `units` of the irregularity.
Clauses: WSGC-irregularities, external:IRREGULARITIES
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.base import Check, Draft, LogView, Tested
from rules.checks.mishaps import Mishap
from rules.checks.procedures import described, followed, masks, rests_on, untold, where
from rules.controls.procedures import Procedure, procedures

CHECK = Check(
    "IRR010",
    "fine-differs",
    "violation",
    "minor",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    scope="log",
    holds=("irregularities.procedure",),
    area="procedure",
    applies=lambda ruleset: any(
        each.units is not None for found in procedures(ruleset).values() for each in found
    ),
    follows=("IRR008",),
)


def run(log: LogView) -> Tested:
    priced = [
        (mishap, procedure)
        for mishap, procedure in followed(log)
        if mishap.ruling == "penalty" and procedure.units is not None
    ]
    unrecorded = [
        (mishap, "the units of a penalty were not recorded") for mishap, _ in priced if mishap.units is None
    ]
    fined = [(mishap, reason) for mishap, reason in untold(log) if mishap.ruling == "penalty"]
    return Tested(_findings(log, priced), masks(log, [*fined, *unrecorded]))


def _findings(log: LogView, priced: list[tuple[Mishap, Procedure]]) -> Iterator[Draft]:
    for mishap, procedure in priced:
        if mishap.units in (None, procedure.units):
            continue
        yield Draft(
            hand=mishap.place,
            line=mishap.line,
            seat_number=mishap.seat,
            player=mishap.player,
            stated=mishap.units,
            expected=procedure.units,
            unit="units",
            clause=procedure.clause,
            fact=f"{mishap.kind}|{mishap.when}|{mishap.units}|{procedure.units}",
            message=(
                f"{where(log, mishap)}: {described(mishap)} was fined {mishap.units}; {mishap.ruleset} has "
                f"{procedure.units} for it {rests_on(procedure)}."
            ),
        )
