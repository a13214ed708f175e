"""A penalty for an irregularity differs from its procedure.

Finds: an irregularity that was ruled a penalty and whose units are not those that its procedure names.
Why: the price of an infraction is written down so that it is the same for every player.
Example: a player who showed a card was fined 3 units; the controls require 1.
Needs: `units` of the irregularity.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.procedure.covering_procedures import (
    described,
    followed,
    masks,
    rests_on,
    unknown_procedures,
    where,
)
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.controls.procedure_of_irregularity import FiledProcedure, procedures

CHECK = Check(
    "IRR010",
    "fine-differs",
    "violation",
    "minor",
    ("WSGC-irregularities", "external:IRREGULARITIES"),
    title="The fine differs from the controls",
    quotes=False,
    scope="log",
    rule=("irregularities.procedure",),
    area="procedure",
    applies=lambda ruleset: any(
        each.units is not None for found in procedures(ruleset).values() for each in found
    ),
    follows=("IRR008",),
)


def run(log: LogView) -> Tested:
    priced = [
        (irregularity, procedure)
        for irregularity, procedure in followed(log)
        if irregularity.ruling == "penalty" and procedure.units is not None
    ]
    unrecorded = [
        (irregularity, "the units of a penalty were not recorded")
        for irregularity, _ in priced
        if irregularity.units is None
    ]
    fined = [
        (irregularity, reason)
        for irregularity, reason in unknown_procedures(log)
        if irregularity.ruling == "penalty"
    ]
    return Tested(_findings(log, priced), masks(log, [*fined, *unrecorded]))


def _findings(log: LogView, priced: list[tuple[RecordedIrregularity, FiledProcedure]]) -> Iterator[Draft]:
    for irregularity, procedure in priced:
        if irregularity.units in (None, procedure.units):
            continue
        yield Draft(
            hand=irregularity.place,
            line=irregularity.line,
            seat_number=irregularity.seat,
            player=irregularity.player,
            stated=irregularity.units,
            expected=procedure.units,
            unit="units",
            clause=procedure.clause,
            fact=f"{irregularity.kind}|{irregularity.when}|{irregularity.units}|{procedure.units}",
            message=(
                f"{where(log, irregularity)}: the penalty for {described(irregularity)} was {irregularity.units} "
                f"unit{'s' * (irregularity.units != 1)}; {irregularity.ruleset} requires {procedure.units} {rests_on(procedure)}."
            ),
        )
