"""A re-entry has no entry before it.

Finds: a `reentry` of a player who had not entered, or whose entry was unregistered.
Why: the number of players decides prizes and points. A re-entry of somebody who is new is a player who is not counted as one.
Example: line 7 has a `reentry` of P66, and no entry of P66 comes before it.
Needs: the entries, and which were unregistered.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.entries_in_words import recorded_as
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import Reentry

CHECK = Check(
    "TRN010",
    "reentry-without-entry",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A re-entry of {player} has no entry before it",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    said = "a re-entry is recorded; the player had not entered before"
    for stake in view.field.stakes:
        if isinstance(stake.record, Reentry):
            yield recorded_as(view, stake, again=True, said=said)
