"""Strengths of hands: by the replay's tables at the showdown, roughly before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from rules.cards import DECK, RANKS
from rules.controls.sections.pots import Game, Half
from rules.replay.pots.showdown.compared_hands import best, with_board
from rules.replay.pots.showdown.five_card_strengths import makers
from rules.replay.pots.showdown.ranking_orders import NO_LOW, order_of

Cards = Sequence[int]
_EIGHT = 7  # among ranks from the ace up
_FULL = 5  # cards on a board
_FEW = 12


def strengths(
    game: Game, half: Half, own: Mapping[int, Cards], board: Cards, common: Cards = ()
) -> dict[int, int]:
    """Strength of each seat in one half; NO_LOW without a low."""
    rows = [[*cards, *common, *(board if with_board(game, half) else ())] for cards in own.values()]
    if not rows:
        return {}
    count = len(rows[0]) - (len(board) if with_board(game, half) else 0)
    found = best(half, np.array(rows, np.uint8), count).tolist()
    return dict(zip(own, found, strict=True))


def has_low(strength: int) -> bool:
    return strength > NO_LOW


def merits(game: Game, own: Mapping[int, Cards], board: Cards) -> dict[int, float]:
    """Standing of seats, 0 to 1, with five cards; the best half counts."""
    found = dict.fromkeys(own, 0.0)
    for half in game.halves:
        values = strengths(game, half, own, board)
        order = sorted(set(values.values()))
        for seat, value in values.items():
            if has_low(value):
                place = order.index(value) / (len(order) - 1) if len(order) > 1 else 1.0
                found[seat] = max(found[seat], place)
    return found


def rough_merits(game: Game, own: Mapping[int, Cards]) -> dict[int, float]:
    """Standing of seats without a board."""
    found = dict.fromkeys(own, 0.0)
    for half in game.halves:
        scores = {seat: _rough(half, cards) for seat, cards in own.items()}
        order = sorted(set(scores.values()))
        for seat, score in scores.items():
            found[seat] = max(found[seat], order.index(score) / max(len(order) - 1, 1))
    return found


def is_low(half: Half) -> bool:
    return half.order in ("ace_to_five", "eight_low", "deuce_to_seven", "badugi")


def low_rank(half: Half, card: int) -> int:
    """Rank of a card in lows; 0 is best."""
    rank = card >> 2
    return rank if half.order == "deuce_to_seven" else (rank + 1) % len(RANKS)


def _rough(half: Half, cards: Cards) -> tuple[int, ...]:
    if is_low(half):
        keep = good_lows(half, cards)
        return len(keep), -sum(low_rank(half, card) for card in keep)
    counts = Counter(card >> 2 for card in cards)
    suits = Counter(card & 3 for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return (groups[0][0] + (max(suits.values()) >= 4), *(each for group in groups[:2] for each in group))


def good_lows(half: Half, cards: Cards) -> list[int]:
    """Cards worth keeping for a low: of different ranks, in badugi of different suits."""
    kept: list[int] = []
    for card in sorted(cards, key=lambda each: low_rank(half, each)):
        same_rank = any(card >> 2 == each >> 2 for each in kept)
        same_suit = half.order == "badugi" and any(card & 3 == each & 3 for each in kept)
        if not same_rank and not same_suit and low_rank(half, card) <= _EIGHT:
            kept.append(card)
    return kept


def kept(half: Half, cards: Cards) -> list[int]:
    if is_low(half):
        return good_lows(half, cards)
    counts = Counter(card >> 2 for card in cards)
    together = [card for card in cards if counts[card >> 2] > 1]
    suits = Counter(card & 3 for card in cards)
    suit, most = suits.most_common(1)[0]
    if most >= len(cards) - 1 and len(together) < 3:
        return [card for card in cards if card & 3 == suit]
    return together or sorted(cards, key=lambda card: card >> 2)[-2:]


def highest_card(half: Half, cards: Cards, own: int) -> int:
    """Highest card by suit of the five that play; aces are low in lows."""
    order = order_of(half.order)
    fives = makers(order, tuple(cards), own, two=half.use == "two")
    return max((card + 4) % len(DECK) if order.ace_low else card for five in fives for card in five)


def unbeaten(game: Game, cards: Cards, board: Cards) -> bool:
    """Whether no two other cards beat a hand on a full board. cards: the seat's own."""
    half = game.halves[0]
    if len(board) < _FULL:
        return False
    row = np.array([[*cards, *board]], np.uint8)
    strength = best(half, row, len(cards))[0]
    lowest = RANKS.index(game.deck_from) * 4
    rest = [card for card in range(lowest, len(DECK)) if card not in cards and card not in board]
    pairs = np.array(sorted(combinations(rest, 2), key=lambda pair: pair[0] >> 2 != pair[1] >> 2), np.uint8)
    for some in (pairs[:_FEW], pairs[_FEW:]):
        rows = np.concatenate([some, np.broadcast_to(np.array(board, np.uint8), (len(some), _FULL))], axis=1)
        if int(best(half, rows, 2).max()) > int(strength):
            return False
    return True
