"""A hand was dealt at a table that was broken.

Finds: a hand of the file or of a log at a table that was broken before it, and at which nobody was seated since.
Why: its players were moved away. Either the hand is booked at the wrong table, or the table was not broken.
Example: table T2 was broken after hand 17, and its hand 18 follows.
Needs: `table_break`, and `after_hand` or the times of the lines and hands.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.dealt_hand_words import of_hand, where
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView

CHECK = Check(
    "TRN039",
    "hand-at-broken-table",
    "violation",
    "major",
    ("external:RECORD-attributable", "CARN-table-break"),
    title="A hand was dealt at a table that was broken",
    scope="tournament",
    area="evidence",
    follows=("TRN038",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for hand in view.seating.hands:
        if not hand.broken:
            yield None
        else:
            message = (
                f"{where(hand)}: table {hand.table} was broken before, and nobody was seated there since."
            )
            yield of_hand(hand, stated=hand.table, message=message)
