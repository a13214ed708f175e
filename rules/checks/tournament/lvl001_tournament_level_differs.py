"""A hand was played at another level than was due.

Finds: a hand of the file or of a log whose level is not the one that was due: by the clock the last one announced before the hand
began, else the one that the schedule gives for its number at the table.
Why: the level sets the blinds, or the value of a point. A level that begins too early or too late changes what is lost.
Example: the riffle of hand 8 began before level 2 was announced, and the hand was played at level 2.
Needs: `level` in the hand; by the clock, when it began and when the levels were announced.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcome, Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import at_hand
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_levels import HandLevel, hand_levels

CHECK = Check(
    "LVL001",
    "level-differs",
    "violation",
    "major",
    ("OLY-3.4-13", "CARN-level-hands"),
    title="A hand was played at another level than was due",
    scope="tournament",
    rule=("levels.hand_began", "event.levels"),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in hand_levels(view.replay.file, view.own, view.ruleset):
        yield _of(each)


def _of(found: HandLevel) -> Outcome:
    if found.stated is None:
        return "the level of the hand was not recorded"
    if found.due is None:
        return "which level was due is not known"
    if found.stated == found.due:
        return None
    return Draft(
        session=found.session or "",
        line=found.line,
        number=found.hand,
        table=found.table,
        stated=found.stated,
        expected=found.due,
        unit="level",
        message=(
            f"{at_hand(found.session, found.line, found.hand)}: table {found.table} played at level {found.stated}; level "
            f"{found.due} was due."
        ),
    )
