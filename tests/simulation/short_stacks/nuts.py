"""Hands that no two other cards beat, tried plainly: the club's rule that such a hand bets or raises on the river."""

from __future__ import annotations

from itertools import combinations
from random import Random

from rules.controls.sections.pots import Game
from tests.rules.pot_games import plain_ranks


def unbeaten(game: Game, own: list[str], board: list[str], random: Random) -> bool:
    """Whether no two cards that are neither held nor on the board make a better hand."""
    (half,) = game.halves
    rank = plain_ranks.ORDERS[half.order]

    def best(cards: list[str]) -> plain_ranks.Key:
        hands = (
            [[*two, *three] for two in combinations(cards, 2) for three in combinations(board, 3)]
            if half.use == "two"
            else [list(five) for five in combinations([*cards, *board], 5)]
        )
        return max(key for hand in hands if (key := rank(hand)) is not None)

    mine = best(own)
    left = [rank + suit for rank in plain_ranks.RANKS for suit in "cdhs" if rank + suit not in {*own, *board}]
    pairs = list(combinations(left, 2))
    random.shuffle(pairs)
    return not any(best(list(two)) > mine for two in pairs)
