"""A number of an entry is repeated or goes back.

Finds: an entry whose number is not higher than the highest before it.
Why: seats, busts and counts name entries by their numbers. With a number twice it is not known whose they are.
Example: entry 3 is of P03, and another entry 3 of P04 follows; the number due is 4.
Needs: the numbers of the entries.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.entries_in_words import entry_numbers
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.tournament_records import Entry

CHECK = Check(
    "TRN016",
    "entry-number-repeated",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="The number of {entry} is repeated or goes back",
    scope="tournament",
    area="evidence",
    games=EVERY_EVENT,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    def repeated(line: int, event: Entry, due: int) -> str | None:
        if event.entry >= due:
            return None
        first = view.stakes[event.entry].line
        how = f"line {first} has that number already" if first < line else "the numbers go back"
        return f"{how}; the number due is {due}"

    yield from entry_numbers(view, repeated)
