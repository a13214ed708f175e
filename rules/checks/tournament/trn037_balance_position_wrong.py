"""A player was moved for balance from the wrong position.

Finds: a move for balance of a player who was not in the position from which players move.
Why: the position decides who moves, so that nobody is picked, and nobody pays the blinds twice or not at all.
Example: entry 2 is moved from the small blind; the big blind moves.
Needs: `reason` and `from_position` in each `move`.
"""

from __future__ import annotations

from msgspec import UNSET

from rules.checks.support.check import Check, Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcomes, each_thing
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.games import has_blinds
from rules.tournaments.records import Move

CHECK = Check(
    "TRN037",
    "balance-position-wrong",
    "violation",
    "minor",
    ("OLY-3.4-17", "external:TDA-balancing"),
    title="{entry} was moved for balance from the wrong position",
    scope="tournament",
    holds=("seating.balance_position",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.balance_position if view.rules.seating is not None else None
    if rule is None or not has_blinds(view.header):
        return
    for line, event in view.events(Move):
        if event.reason is UNSET:
            yield "why the player was moved was not recorded"
        elif event.reason != "balance":
            yield INAPPLICABLE
        elif event.from_position is UNSET:
            yield "the position of the player who was moved was not recorded"
        elif event.from_position == rule.from_:
            yield None
        else:
            yield Draft(
                line=line,
                entry=event.entry,
                table=event.from_.table,
                seat_number=event.from_.seat,
                stated=event.from_position,
                expected=rule.from_,
                message=(
                    f"{view.at(line, event.entry)}: the player was moved for balance from the position "
                    f"{event.from_position}; who moves is in the position {rule.from_}."
                ),
            )
