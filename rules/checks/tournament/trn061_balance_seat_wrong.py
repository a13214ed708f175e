"""A player was moved for balance to a position that nobody moves to.

Finds: a move for balance to a position that the rules rule out, such as the small blind.
Why: in the small blind the player would skip the big blind that he was about to pay.
Example: entry 2 is moved to the small blind of another table; a player never moves there.
Needs: `reason` and `to_position` in each `move`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.games import has_blinds
from rules.tournaments.records import Move

CHECK = Check(
    "TRN061",
    "balance-seat-wrong",
    "violation",
    "minor",
    ("external:TDA-balancing",),
    title="{entry} was moved for balance to a position that nobody moves to",
    scope="tournament",
    holds=("seating.balance_position.never_to",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.balance_position if view.rules.seating is not None else None
    if rule is None or rule.never_to is None or not has_blinds(view.header):
        return
    for line, event in view.events(Move):
        if event.reason is UNSET:
            yield "why the player was moved was not recorded"
        elif event.reason != "balance":
            yield INAPPLICABLE
        elif event.to_position is UNSET:
            yield "the position to which the player was moved was not recorded"
        elif event.to_position != rule.never_to:
            yield None
        else:
            yield Draft(
                line=line,
                entry=event.entry,
                table=event.to.table,
                seat_number=event.to.seat,
                stated=event.to_position,
                message=(
                    f"{view.at(line, event.entry)}: the player was moved for balance to the position {event.to_position}; "
                    "nobody moves there."
                ),
            )
