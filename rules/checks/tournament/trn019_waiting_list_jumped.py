"""A player came in before those who waited longer.

Finds: an entry, or the seat of a player who had paid and waited, while somebody else was first on the waiting list. Where
places of the list are not personal, whoever did not wait may have taken the place of the first.
Why: a place on the list is personal, and the first of the list is the next to enter.
Example: P03 is the first of the list, and P02 enters.
Needs: who joined and left the waiting list.
"""

from __future__ import annotations

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.waiting import CameIn, waiting_list

CHECK = Check(
    "TRN019",
    "waiting-list-jumped",
    "violation",
    "minor",
    ("OLY-3.3-07", "OLY-3.3-08"),
    title="{player} came in before the first of the waiting list",
    scope="tournament",
    rule=("entry.waiting.order", "entry.waiting.personal"),
    area="procedure",
    follows=("TRN018",),
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    waiting = view.rules.entry.waiting if view.rules.entry is not None else None
    personal = waiting is None or waiting.personal
    for each in waiting_list(view.replay.file):
        if not isinstance(each, CameIn):
            continue
        if each.first is None:
            yield INAPPLICABLE
        elif each.first == each.player or not (personal or each.waited):
            yield None
        else:
            yield Draft(
                line=each.line,
                entry=each.entry,
                player=each.player,
                stated=each.player,
                expected=each.first,
                message=(
                    f"Line {each.line}, entry {each.entry} ({each.player}): the player came in while {each.first} was first "
                    "on the waiting list."
                ),
            )
