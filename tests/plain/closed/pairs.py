"""What passes between two players."""

from __future__ import annotations

from dataclasses import dataclass

from tests.plain.closed.deal import Seat, Units
from tests.plain.closed.natural_ties import strength
from tests.plain.closed.systems import Natural, Royalty, Sweep, System
from tests.plain.scorer import row_type, value

ROWS = ("front", "middle", "back")
SIZES = (3, 5, 5)


@dataclass
class Player:
    """A seat, and what it comes to before anybody is compared."""

    seat: Seat
    natural: Natural | None
    fouled: bool
    is_banker: bool = False

    @property
    def plays_rows(self) -> bool:
        return self.natural is None and not self.seat.surrendered


def rows_of(seat: Seat) -> list[list[str]]:
    return [seat.front, seat.middle, seat.back]


def foul(seat: Seat, system: System) -> bool:
    """Rows out of order or of a wrong size, or the floor's ruling."""
    if seat.ruled_fouled or tuple(len(row) for row in rows_of(seat)) != SIZES:
        return True
    front, middle, back = (value(row) for row in rows_of(seat))
    if system.equal_rows_foul and middle == back:
        return True
    return front > middle or middle > back


def sign(number) -> int:
    return (number > 0) - (number < 0)


# ---------------------------------------------------------------- rows


def row_results(mine: Player, other: Player, system: System) -> list[int]:
    """For front, middle and back: 1 won, -1 lost, 0 tied."""
    if mine.fouled and other.fouled:
        return [0, 0, 0]
    if mine.fouled:
        return [-1, -1, -1]
    if other.fouled:
        return [1, 1, 1]
    results = []
    for one, two in zip(rows_of(mine.seat), rows_of(other.seat), strict=True):
        result = (value(one) > value(two)) - (value(one) < value(two))
        if result == 0 and system.banker_wins_ties:
            result = 1 if mine.is_banker else -1 if other.is_banker else 0
        results.append(result)
    return results


def row_price(results: list[int], system: System) -> int:
    """Of the rows alone."""
    if system.table is None:
        return sum(results)
    won, lost, tied = results.count(1), results.count(-1), results.count(0)
    if won < lost:
        return -row_price([-result for result in results], system)
    return system.table.get(f"{won}-{lost}-{tied}", 0)


def royalty_of(row: str, cards: list[str], system: System) -> Royalty | None:
    hand = row_type(cards).replace("royal_flush", "straight_flush")
    found = [each for each in system.royalties if each.row == row and each.hand == hand]
    return found[0] if found else None


def royalties(mine: Player, other: Player, results: list[int], system: System) -> int:
    """What ``mine`` has of royalties from ``other``; not what the other has."""
    if mine.fouled:
        return 0
    units = 0
    for row, cards, theirs, result in zip(
        ROWS, rows_of(mine.seat), rows_of(other.seat), results, strict=True
    ):
        royalty = royalty_of(row, cards, system)
        if royalty is None or (royalty.when == "won" and result != 1):
            continue
        tied = not other.fouled and value(cards) == value(theirs)
        if tied and royalty.when == "won" and not system.tied_row_earns_royalty:
            continue
        units += royalty.units - 1 if royalty.total else royalty.units  # the row's own unit is in its price
    return units


def with_sweep(price: int, bonus: int, sweep: Sweep | None, winner: int) -> int:
    """``winner``: 1 where the price is to the one who swept, -1 where it is to the other."""
    if sweep is None:
        return price + bonus
    if sweep.op == "add":
        return price + winner * sweep.units + bonus
    if sweep.op == "set":
        return winner * sweep.units + bonus
    if sweep.scope == "base":
        return price * sweep.units + bonus
    return (price + bonus) * sweep.units


def rows_units(mine: Player, other: Player, system: System, sweeps_table: tuple[bool, bool]) -> int:
    """Rows, then sweep and royalties, then the overall point."""
    if mine.fouled and other.fouled:
        return 0
    results = row_results(mine, other, system)
    price = row_price(results, system)
    bonus = royalties(mine, other, results, system)
    bonus -= royalties(other, mine, [-result for result in results], system)
    units = price + bonus
    for winner, whole_table in ((1, sweeps_table[0]), (-1, sweeps_table[1])):
        if results == [winner] * 3:
            sweep = system.table_sweep if whole_table and system.table_sweep else system.sweep
            units = with_sweep(price, bonus, sweep, winner)
    ahead = sum(results) if system.overall_by_rows else units
    return units + sign(ahead) * system.overall_point


def sweeps_table(place: int, players: list[Player], system: System) -> bool:
    """All three rows from every opponent. A natural or a surrender among them prevents it; a foul does not."""
    if system.table_sweep is None or not players[place].plays_rows:
        return False
    opponents = [player for other, player in enumerate(players) if other != place]
    if system.table_sweep.needs == "live_opponents":
        opponents = [player for player in opponents if player.plays_rows]
    if len(opponents) < system.table_sweep.min_opponents:
        return False
    return all(
        player.plays_rows and row_results(players[place], player, system) == [1, 1, 1] for player in opponents
    )


# ---------------------------------------------------------------- instead of rows


def surrender_units(mine: Player, other: Player, system: System) -> Units:
    if system.surrender is None:
        return None
    if mine.seat.surrendered and other.seat.surrendered:
        return 0
    if other.seat.surrendered:
        if mine.natural is not None and system.surrender_against_natural == "special_value":
            return mine.natural.value
        return system.surrender
    units = surrender_units(other, mine, system)
    return None if units is None else -units


def natural_units(mine: Player, other: Player, system: System) -> Units:
    """At least one of the two has a natural."""
    if any(player.natural is not None and player.natural.value is None for player in (mine, other)):
        return None
    if mine.natural is None:
        return -other.natural.value
    if other.natural is None:
        return mine.natural.value
    if system.natural_against_natural == "difference":
        return mine.natural.value - other.natural.value
    if system.natural_against_natural == "higher_value_full":
        higher = sign(mine.natural.value - other.natural.value)
    else:
        higher = sign(mine.natural.rank - other.natural.rank)
        if higher == 0 and mine.natural.id == other.natural.id:
            one, two = (
                strength(
                    player.seat.cards,
                    player.natural,
                    system.odd_card_breaks_ties,
                    system.straights_as_poker_hands,
                )
                for player in (mine, other)
            )
            higher = (one > two) - (one < two)
    return {1: mine.natural.value, 0: 0, -1: -other.natural.value}[higher]


# ---------------------------------------------------------------- beside everything


def aces_units(mine: Player, other: Player, system: System) -> int:
    """The side bet: who has fewer aces, over all thirteen cards, pays the difference in worth."""
    if system.aces is None or mine.seat.aces is False or other.seat.aces is False:
        return 0
    if system.aces_skip_surrender and (mine.seat.surrendered or other.seat.surrendered):
        return 0
    one, two = (sum(card[0] == "A" for card in player.seat.cards) for player in (mine, other))
    return system.aces[one] - system.aces[two]
