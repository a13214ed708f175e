"""A player changed the seat or the table without approval.

Finds: a move that was not approved.
Why: who may move at will takes his chips where they are worth most. The floor decides who moves.
Example: entry 2 moves from T1/2 to T2/6, and `approved` is false.
Needs: `approved` in each `move`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.tournament_records import Move

CHECK = Check(
    "TRN033",
    "move-without-approval",
    "violation",
    "minor",
    ("OLY-1.52-16", "OLY-3.4-10"),
    title="{entry} was moved without approval",
    scope="tournament",
    rule=("seating.moves",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.moves if view.rules.seating is not None else None
    if rule is None or not rule.approval:
        return
    for line, event in view.events(Move):
        if event.approved is UNSET:
            yield "whether the move was approved was not recorded"
        elif event.approved:
            yield None
        else:
            to = f"{event.to.table}/{event.to.seat}"
            yield Draft(
                line=line,
                entry=event.entry,
                table=event.to.table,
                seat_number=event.to.seat,
                stated=False,
                expected=True,
                message=f"{view.at(line, event.entry)}: the move to {to} was not approved; the floor approves every move.",
            )
