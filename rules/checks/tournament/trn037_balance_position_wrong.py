"""A player was moved for balance from the wrong position.

Finds: a move for balance of a player who was not in the position from which players move.
Why: the position decides who moves, so that nobody is picked, and nobody pays the blinds twice or not at all.
Example: entry 2 is moved from the small blind; the big blind moves.
Needs: `reason` and `from_position` in each `move`.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.balance_moves import MoveEnd, balance_moves
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.games import has_blinds

CHECK = Check(
    "TRN037",
    "balance-position-wrong",
    "violation",
    "minor",
    ("OLY-3.4-17", "external:TDA-balancing"),
    title="{entry} was moved for balance from the wrong position",
    scope="tournament",
    rule=("seating.balance_position",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.balance_position if view.rules.seating is not None else None
    if rule is None or not has_blinds(view.header):
        return

    def wrong(position: str) -> str | None:
        return None if position == rule.from_ else f"who moves is in the position {rule.from_}"

    unrecorded = "the position of the player who was moved was not recorded"
    yield from balance_moves(view, MoveEnd("from", unrecorded, wrong, rule.from_))
