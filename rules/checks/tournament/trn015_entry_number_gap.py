"""A number of an entry was left out.

Finds: an entry whose number is higher than the one after the highest before it.
Why: the numbers rise by one. One that is missing is an entry that is not on record, with its money.
Example: after entry 3 comes entry 6; the number due is 4.
Needs: the numbers of the entries.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import EVERY_EVENT, TournamentView
from rules.tournaments.numbering import numbers_due

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
    for line, event, due in numbers_due(view.replay.file):
        if due is None or event.entry <= due:
            yield None
        else:
            missing = f"{due}" if event.entry == due + 1 else f"{due} to {event.entry - 1}"
            yield Draft(
                line=line,
                entry=event.entry,
                player=event.player,
                stated=event.entry,
                expected=due,
                unit="entry number",
                message=f"{view.of(line, event)}: the number due is {due}; {missing} is missing.",
            )
