"""Moves for balance, by end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec import UNSET

from rules.checks.support.check import Draft
from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.tournament_records import Move


class MoveEnd(NamedTuple):
    """One end of a move. unrecorded: reason.

    wrong: words for a position; None: right. due: the right one; None: any other.
    """

    side: Literal["from", "to"]
    unrecorded: str
    wrong: Callable[[str], str | None]
    due: str | None = None


def balance_moves(view: TournamentView, end: MoveEnd) -> Outcomes:
    """Outcome of each move."""
    for line, event in view.events(Move):
        if event.reason is UNSET:
            yield "why the player was moved was not recorded"
        elif event.reason != "balance":
            yield INAPPLICABLE
        else:
            yield _outcome(view, line, event, end)


def _outcome(view: TournamentView, line: int, event: Move, end: MoveEnd) -> Outcome:
    place, position = (
        (event.from_, event.from_position) if end.side == "from" else (event.to, event.to_position)
    )
    if position is UNSET:
        return end.unrecorded
    said = end.wrong(position)
    if said is None:
        return None
    return Draft(
        line=line,
        entry=event.entry,
        table=place.table,
        seat_number=place.seat,
        stated=position,
        expected=end.due,
        message=f"{view.at(line, event.entry)}: the player was moved for balance {end.side} the position {position}; {said}.",
    )
