"""Games that compare no pairs: for a pool, and for a single winner."""

from __future__ import annotations

from fractions import Fraction

from tests.plain.closed.pairs import ROWS, Player, row_results
from tests.plain.closed.systems import System
from tests.plain.scorer import value


def row_winners(players: list[Player]) -> dict[str, list[int]]:
    """For each row the places of those level for the best; a fouled hand wins none."""
    winners = {}
    for row in ROWS:
        values = {
            place: value(getattr(player.seat, row))
            for place, player in enumerate(players)
            if not player.fouled
        }
        winners[row] = [place for place in values if values[place] == max(values.values())]
    return winners


def pool_units(players: list[Player], winners: dict[str, list[int]], system: System) -> list[Fraction]:
    """Everybody pays in; each row's winner takes a third, or a share of it."""
    assert system.pool is not None
    units = [Fraction(-system.pool) for _ in players]
    prize = Fraction(system.pool * len(players), 3)
    for row in ROWS:
        for place in winners[row]:
            units[place] += prize / len(winners[row])
    lone = lone_winner_of_all(winners)
    if system.pool_all_rows and lone is not None:
        for place in range(len(players)):
            units[place] -= system.pool_all_rows
        units[lone] += system.pool_all_rows * len(players)
    return units


def lone_winner_of_all(winners: dict[str, list[int]]) -> int | None:
    front, middle, back = (winners[row] for row in ROWS)
    return front[0] if front == middle == back and len(front) == 1 else None


def single_winner(players: list[Player], system: System) -> int | None:
    """Who wins two rows or more from each of the others."""
    for place, player in enumerate(players):
        others = [other for each, other in enumerate(players) if each != place]
        if all(row_results(player, other, system).count(1) >= 2 for other in others):
            return place
    return None
