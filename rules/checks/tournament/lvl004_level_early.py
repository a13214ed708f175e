"""A level was announced before it was due.

Finds: a level announced before the clock had run the minutes of the level before it. Breaks and stops do not count.
Why: higher blinds that come early take hands from those who have few chips.
Example: level 3 was announced at 19:38; it was due at 19:40.
Needs: the start of the clock, its breaks and stops, the times of the levels, and the structure.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.announced_levels import announced_levels
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "LVL004",
    "level-early",
    "violation",
    "major",
    ("OLY-3.4-01",),
    title="A level was announced early",
    quotes=False,
    scope="tournament",
    rule=("levels.by",),
    area="procedure",
    follows=("LOG018", "LOG019"),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in announced_levels(view):
        yield each.why or (each.differs(view) if each.late < 0 else None)
