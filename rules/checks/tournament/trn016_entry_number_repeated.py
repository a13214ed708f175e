"""A number of an entry is repeated or goes back.

Finds: an entry whose number is not higher than the highest before it.
Why: seats, busts and counts name entries by their numbers. With a number twice it is not known whose they are.
Example: entry 3 is of P03, and another entry 3 of P04 follows; the number due is 4.
Needs: the numbers of the entries.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.numbering import numbers_due

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
    for line, event, due in numbers_due(view.replay.file):
        if due is None or event.entry >= due:
            yield None
        else:
            first = view.stakes[event.entry].line
            repeated = f"line {first} has that number already" if first < line else "the numbers go back"
            yield Draft(
                line=line,
                entry=event.entry,
                player=event.player,
                stated=event.entry,
                expected=due,
                unit="entry number",
                message=f"{view.of(line, event)}: {repeated}; the number due is {due}.",
            )
