"""A player was put on a seat that another player has.

Finds: a `seat`, a seat of a `draw`, or the end of a `move`, where another entry sits that is still in.
Why: two players on one seat are two records of which one is wrong, or a seat that was given twice.
Example: entry 3 is put on seat 2 of table T1, and entry 2 sits there.
Needs: the seats of the entries, their moves, and who went out.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN031",
    "seat-taken",
    "violation",
    "major",
    ("external:SEAT-one",),
    title="A seat that was taken was given to {entry}",
    scope="tournament",
    area="evidence",
    follows=("TRN032",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for claim in view.seating.claims:
        if claim.holder is None:
            yield None
            continue
        yield Draft(
            line=claim.line,
            entry=claim.entry,
            table=claim.chair.table,
            seat_number=claim.chair.seat,
            stated=str(claim.chair),
            expected=claim.holder,
            unit="entry",
            message=(
                f"{view.at(claim.line, claim.entry)}: the seat {claim.chair} was given, and entry {claim.holder} "
                f"({view.player_of(claim.holder)}) sits there."
            ),
        )
