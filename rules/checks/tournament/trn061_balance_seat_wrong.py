"""A player was moved for balance to a position that nobody moves to.

Finds: a move for balance to a position that the rules rule out, such as the small blind.
Why: in the small blind the player would skip the big blind that he was about to pay.
Example: entry 2 is moved to the small blind of another table; a player never moves there.
Needs: `reason` and `to_position` in each `move`.
"""

from __future__ import annotations

from rules.checks.support.check import Check
from rules.checks.support.event_outcomes import Outcomes, each_thing
from rules.checks.tournament.balance_moves import MoveEnd, balance_moves
from rules.checks.tournament.tournament_view import TOURNAMENTS, TournamentView
from rules.tournaments.games import has_blinds

CHECK = Check(
    "TRN061",
    "balance-seat-wrong",
    "violation",
    "minor",
    ("external:TDA-balancing",),
    title="{entry} was moved for balance to a position that nobody moves to",
    scope="tournament",
    rule=("seating.balance_position.never_to",),
    area="procedure",
    games=TOURNAMENTS,
)


@each_thing
def run(view: TournamentView) -> Outcomes:
    rule = view.rules.seating.balance_position if view.rules.seating is not None else None
    if rule is None or rule.never_to is None or not has_blinds(view.header):
        return

    def wrong(position: str) -> str | None:
        return "nobody moves there" if position == rule.never_to else None

    yield from balance_moves(
        view, MoveEnd("to", "the position to which the player was moved was not recorded", wrong)
    )
