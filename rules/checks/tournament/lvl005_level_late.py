"""A level was announced after it was due.

Finds: a level announced later than the tolerance after the clock had run the minutes of the level before it.
Why: who has many chips gains from levels that come on time; a clock that slips favours the others.
Example: level 3 was due at 19:41, and was announced 61 seconds later.
Needs: the start of the clock, its breaks and stops, the times of the levels, and the structure.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.announced_levels import announced_levels
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "LVL005",
    "level-late",
    "violation",
    "minor",
    ("OLY-3.4-01",),
    title="A level was announced late",
    quotes=False,
    scope="tournament",
    rule=("levels.late_tolerance", "levels.by"),
    area="procedure",
    follows=("LOG018", "LOG019"),
    games=TOURNAMENTS,
)
SECOND = 1_000_000  # microseconds


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.levels
    if rule is None:
        return
    for each in announced_levels(view):
        late = each.late > rule.late_tolerance.seconds * SECOND
        yield each.why or (each.differs(view) if late else None)
