"""The structure was changed without an announcement.

Finds: a change of the structure that was not announced.
Why: the house can change levels, and says so; who does not know of it plays his chips by the wrong clock.
Example: level 2 was shortened to 10 minutes, and `announced` is false.
Needs: `announced` in each `structure_change`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import StructureChange

CHECK = Check(
    "LVL008",
    "structure-change-not-announced",
    "violation",
    "minor",
    ("OLY-3.4-02",),
    title="A change of the structure was not announced",
    quotes=False,
    scope="tournament",
    rule=("levels.by",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for line, event in view.events(StructureChange):
        if event.announced is UNSET:
            yield "whether the change was announced was not recorded"
        elif event.announced:
            yield None
        else:
            levels = ", ".join(str(each.level) for each in event.structure)
            yield Draft(
                line=line,
                stated=False,
                expected=True,
                clause="OLY-3.4-02",
                message=f"{view.at(line)}: the structure was changed (levels: {levels}), and nobody announced it to the players.",
            )
