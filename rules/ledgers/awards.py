"""Ranking points of a ledger. OLY-5.5, OLY-5.7."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.ledgers.ledger_records import Award
from rules.tournaments.tournament_replay import Replay

NOTHING = Fraction(0)


def points_awarded(awards: Iterable[Award]) -> Fraction:
    return sum((Fraction(each.points) for each in awards), NOTHING)


def points_due(tournament: Replay, player: str) -> Fraction | None:
    """Points due to a player: 0 outside the tournament or the ranking; None: unknown."""
    header = tournament.file.header
    if player not in tournament.points or header.ranking is not True:
        return NOTHING
    return tournament.points[player]
