"""A whole deal under a system."""

from __future__ import annotations

from itertools import combinations

from tests.plain.closed import pool
from tests.plain.closed.deal import Deal, Result, Units
from tests.plain.closed.naturals import held, layouts_by_search, that_counts
from tests.plain.closed.pairs import (
    Player,
    aces_units,
    foul,
    natural_units,
    rows_units,
    surrender_units,
    sweeps_table,
)
from tests.plain.closed.systems import SYSTEMS, System
from tests.plain.closed.table_stakes import settle

Pair = tuple[int, int]


def score(deal: Deal, system: str | System, layouts=layouts_by_search) -> Result:
    """``system`` is a name, or a System of one's own (see tests.plain.closed.readings)."""
    if isinstance(system, str):
        system = SYSTEMS[system]
    holdings = [held(seat.cards, system, layouts) for seat in deal.seats]
    players = []
    for place, seat in enumerate(deal.seats):
        natural = None if seat.surrendered else that_counts(holdings[place], seat.declared, system)
        fouled = natural is None and not seat.surrendered and foul(seat, system)
        players.append(Player(seat, natural, fouled, is_banker=place == deal.banker))
    result = Result(
        units=[None] * len(players),
        pairs={},
        fouled=[player.fouled for player in players],
        natural=[player.natural.id if player.natural else None for player in players],
        held=[[natural.id for natural in each] for each in holdings],
    )
    if system.topology in ("pool", "single_winner"):
        without_pairs(players, system, result)
    else:
        by_pairs(deal, players, system, result)
    return result


def without_pairs(players: list[Player], system: System, result: Result) -> None:
    if any(player.seat.surrendered for player in players):
        result.unpriced.append("surrender")
    elif system.topology == "single_winner":
        result.single_winner = pool.single_winner(players, system)
        result.unpriced.append("prize")
    else:
        result.pool_row_winners = pool.row_winners(players)
        if all(player.fouled for player in players):
            result.unpriced.append("pool")  # nobody to take it
        else:
            result.units = list(pool.pool_units(players, result.pool_row_winners, system))


def by_pairs(deal: Deal, players: list[Player], system: System, result: Result) -> None:
    """Naturals apart from the rest, for they may be settled first."""
    whole_table = [sweeps_table(place, players, system) for place in range(len(players))]
    naturals: dict[Pair, Units] = {}
    rest: dict[Pair, Units] = {}
    for a, b in compared(deal, system):
        one, two = players[a], players[b]
        naturals[a, b] = rest[a, b] = 0
        if one.seat.surrendered or two.seat.surrendered:
            rest[a, b] = surrender_units(one, two, system)
        elif one.natural or two.natural:
            naturals[a, b] = natural_units(one, two, system)
        else:
            rest[a, b] = rows_units(one, two, system, (whole_table[a], whole_table[b]))
        if naturals[a, b] is None or rest[a, b] is None:
            result.pairs[a, b] = None
            result.unpriced.append("surrender" if rest[a, b] is None else "natural")
            continue
        rest[a, b] += aces_units(one, two, system)
        if deal.forced_dealer:
            rest[a, b] += system.dealer_compensation * ((deal.dealer == a) - (deal.dealer == b))
        result.pairs[a, b] = naturals[a, b] + rest[a, b]
    result.units = [seat_units(place, result.pairs) for place in range(len(players))]
    if system.table_stakes and not result.unpriced:
        result.transfers = settle(deal, [naturals, rest])


def compared(deal: Deal, system: System) -> list[Pair]:
    """Everybody with everybody; or everybody with the banker alone."""
    pairs = list(combinations(range(len(deal.seats)), 2))
    if system.topology == "banker":
        assert deal.banker is not None
        return [pair for pair in pairs if deal.banker in pair]
    return pairs


def seat_units(place: int, pairs: dict[Pair, Units]) -> Units:
    total = 0
    for (a, b), units in pairs.items():
        if place in (a, b):
            if units is None:
                return None
            total += units if place == a else -units
    return total
