"""Words for hands of files and logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.checks.support.check import Draft
from rules.checks.tournament.tournament_view import TournamentView
from rules.tournaments.tournament_seats import DealtHand

NO_SEATS = "the seats were not recorded"
SEAT_LOST = "the new seats of players whose table was broken, or who were not drawn a seat, were not recorded"


def at_hand(session: str | None, line: int, hand: int) -> str:
    """Name of a hand: "Session B2, line 5, hand 91"."""
    place = f"Line {line}" if session is None else f"Session {session}, line {line}"
    return f"{place}, hand {hand}"


def where(hand: DealtHand) -> str:
    return at_hand(hand.session, hand.line, hand.hand)


def of_hand(hand: DealtHand, **rest: Any) -> Draft:
    return Draft(
        session=hand.session or "",
        line=hand.line,
        number=hand.hand,
        table=hand.table,
        **rest,
    )


def unsized(view: TournamentView, hand: DealtHand) -> str | None:
    """Reason why the tables' sizes are unknown; None: known."""
    if not view.seating.recorded:
        return NO_SEATS
    return SEAT_LOST if hand.unplaced else None


def apart(sizes: Mapping[str, int]) -> int:
    """Largest table less smallest."""
    return max(sizes.values()) - min(sizes.values()) if sizes else 0


def tables_of(sizes: Mapping[str, int]) -> str:
    """Sizes of tables: "T1 has 5, T2 has 3"."""
    return ", ".join(f"{table} has {sizes[table]}" for table in sorted(sizes))
