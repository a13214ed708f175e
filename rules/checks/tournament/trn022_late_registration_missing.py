"""The tournament was published without late registration.

Finds: a tournament whose first line says that there is no late registration, where every tournament has it.
Why: players rely on the period. Without it somebody who comes ten minutes after the start is sent home.
Example: the first line has `late_registration` with `none`.
Needs: `late_registration` in the first line.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN022",
    "late-registration-missing",
    "violation",
    "minor",
    ("OLY-3.3-06",),
    title="The tournament has no late registration",
    quotes=False,
    scope="tournament",
    rule=("entry.late.required",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    late = view.rules.entry.late if view.rules.entry is not None else None
    period = view.header.late_registration
    if late is None or not late.required:
        return
    if period is UNSET:
        yield "whether there is late registration was not recorded"
    elif period.none is True:
        yield Draft(line=1, message="Line 1: the tournament was published without late registration.")
    else:
        yield None
