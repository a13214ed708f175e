"""A number of an entry was left out.

Finds: an entry whose number is higher than the one after the highest before it.
Why: the numbers rise by one. One that is missing is an entry that is not on record, with its money.
Example: after entry 3 comes entry 6; the number due is 4.
Needs: the numbers of the entries.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.entries_in_words import entry_numbers
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import Entry

CHECK = Check(
    "TRN015",
    "entry-number-gap",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="A number before {entry} is missing",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    def gap(line: int, event: Entry, due: int) -> str | None:
        if event.entry <= due:
            return None
        missing = f"{due}" if event.entry == due + 1 else f"{due} to {event.entry - 1}"
        return f"the number due is {due}; {missing} is missing"

    yield from entry_numbers(view, gap)
