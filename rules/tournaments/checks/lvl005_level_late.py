"""A level was announced after it was due.

Finds: a level announced later than the tolerance after the clock had run the minutes of the level before it.
Why: who has many chips gains from levels that come on time; a clock that slips favours the others.
Example: level 3 was due at 19:41, and was announced 61 seconds later.
Needs: the start of the clock, its breaks and stops, the times of the levels, and the structure.
"""

from __future__ import annotations

from rules.checks.base import Check
from rules.checks.things import Outcomes, each_thing
from rules.tournaments.checks.announced import announced_levels
from rules.tournaments.checks.base import TOURNAMENTS, TournamentView

CHECK = Check(
    "LVL005",
    "level-late",
    "violation",
    "minor",
    ("OLY-3.4-01",),
    scope="tournament",
    holds=("levels.late_tolerance", "levels.by"),
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
