"""A re-entry is recorded as a first entry.

Finds: an `entry` of a player who had entered before. One who was still in is found by TRN008.
Why: re-entries are counted apart, and have rules of their own. A first entry of a player who was in before hides one.
Example: P03 is out, and line 6 has an `entry` of P03 in place of a `reentry`.
Needs: the entries, and which were unregistered.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.entries_in_words import recorded_as
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import Reentry

CHECK = Check(
    "TRN009",
    "reentry-as-entry",
    "discrepancy",
    "minor",
    ("external:RECORD-attributable",),
    title="A re-entry of {player} is recorded as a first entry",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    said = "a first entry is recorded; the player had entered before"
    for stake in view.field.stakes:
        if isinstance(stake.record, Reentry) or stake.beside is not None:
            yield INAPPLICABLE
        else:
            yield recorded_as(view, stake, again=False, said=said)
