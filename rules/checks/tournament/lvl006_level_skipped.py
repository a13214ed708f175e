"""A level was left out, or announced again.

Finds: a level that does not follow the one announced before it. The clock's start begins level 1.
Why: every level is played as published; one that is left out raises the blinds early.
Example: after level 2 the level 4 was announced.
Needs: the levels as announced.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "LVL006",
    "level-skipped",
    "violation",
    "major",
    ("OLY-3.4-01",),
    title="A level was left out or announced again",
    quotes=False,
    scope="tournament",
    rule=("levels.by",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    last = 0  # the first may announce level 1, which the clock's start begins
    for each in view.replay.levels:
        due = last + 1
        if each.level == due or (last == 0 and each.level == 2):
            yield None
        else:
            due = max(due, 2)
            yield Draft(
                line=each.line,
                stated=each.level,
                expected=due,
                unit="level",
                message=f"{view.at(each.line)}: level {each.level} was announced; level {due} was the next.",
            )
        last = each.level
