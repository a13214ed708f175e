"""Stacked cards: a strong hand loses to a royal flush, so that jackpots fall."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from rules.cards import DECK
from rules.controls.sections.pots import Game


class Cooler(Struct, frozen=True):
    """Cards of seats in the order of the deal, and first cards of the board."""

    own: dict[int, list[int]]
    board: list[int]


def _codes(cards: str) -> list[int]:
    return [DECK.index(cards[place : place + 2]) for place in range(0, len(cards), 2)]


_ROYAL, _QUADS = _codes("AsTs"), _codes("KhKc")
_BOARD = _codes("KsQsJsKd")
_ROYAL_OF_OWN, _BEATEN_OF_OWN = _codes("TsJsQsKsAs"), _codes("AhAdAc2h2d")
_FLUSH_OF_OWN = _codes("KhQh9h4h2h")


def cooler(game: Game, order: Sequence[int], random: Random) -> Cooler | None:
    """Cards for two seats; None for games without high hands, or with exchanges."""
    if game.swap or game.halves[0].order not in ("high", "soko") or len(order) < 3:
        return None
    winner, loser = random.sample(list(order), 2)
    size = sum(street.down + street.up for street in game.streets)
    if game.kind == "stud":
        beaten = _FLUSH_OF_OWN if size == 5 else _BEATEN_OF_OWN
        used = {*_ROYAL_OF_OWN, *beaten}
        fill = random.sample([card for card in range(len(DECK)) if card not in used], 2 * (size - 5))
        own = {
            winner: [*fill[: size - 5], *_ROYAL_OF_OWN],
            loser: [*fill[size - 5 :], *beaten],
        }
        return Cooler(own, [])
    if game.kind == "draw" or any(street.discards for street in game.streets):
        return None
    used = {*_ROYAL, *_QUADS, *_BOARD}
    hole = game.streets[0].down
    rest = [card for card in range(len(DECK)) if card not in used]
    fill = random.sample(rest, 2 * (hole - 2) + 1)
    own = {winner: [*_ROYAL, *fill[: hole - 2]], loser: [*_QUADS, *fill[hole - 2 : -1]]}
    return Cooler(own, [*_BOARD, fill[-1]])
