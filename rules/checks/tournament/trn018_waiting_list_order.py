"""A player was put at a wrong place of the waiting list.

Finds: a position that is not the end of the list, where everybody joins it, also those who enter again.
Why: seats go to those who wait, in the order in which they came.
Example: P03 waits, P02 joins for a re-entry and is given position 1; due is 2.
Needs: `position` in the line that joins.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.waiting import JoinedWaitingList, waiting_list

CHECK = Check(
    "TRN018",
    "waiting-list-order",
    "violation",
    "minor",
    ("OLY-3.3-11",),
    title="{player} joined the waiting list at a wrong place",
    scope="tournament",
    rule=("entry.waiting.order", "entry.waiting.reentries"),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    for each in waiting_list(view.replay.file):
        if not isinstance(each, JoinedWaitingList):
            continue
        if each.record.position is UNSET:
            yield "the position on the waiting list was not recorded"
        elif each.record.position == each.due:
            yield None
        else:
            yield Draft(
                line=each.line,
                player=each.record.player,
                stated=each.record.position,
                expected=each.due,
                unit="position",
                message=(
                    f"Line {each.line}: {each.record.player} joined the waiting list at position {each.record.position}; "
                    f"due is position {each.due}."
                ),
            )
