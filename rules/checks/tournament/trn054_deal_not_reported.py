"""A deal was not reported to the director.

Finds: a deal of which the record says that nobody reported it.
Why: the house pays the prizes. It must know who gets what.
Example: three players divide the prizes, and the line says that the deal was not reported.
Needs: `reported` in the deal.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import Deal

CHECK = Check(
    "TRN054",
    "deal-not-reported",
    "violation",
    "minor",
    ("OLY-3.4-26",),
    title="A deal was not reported",
    scope="tournament",
    rule=("prizes.deal.reported",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    required = view.rules.prizes is not None and view.rules.prizes.deal.reported
    for line, event in view.events(Deal):
        if not required:
            yield INAPPLICABLE
        elif event.reported is True:
            yield None
        elif event.reported is not False:
            yield "whether the deal was reported was not recorded"
        else:
            yield Draft(
                line=line,
                stated=False,
                expected=True,
                message=f"Line {line}: the deal was not reported to the director; deals must be.",
            )
