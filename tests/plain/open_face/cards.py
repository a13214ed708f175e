"""Cards as two characters, rows of them as a log writes them: ``"QhQd7c"``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
JOKER = "JK"
UNKNOWN = "??"  # a card that was not recorded
SIZES = {"front": 3, "middle": 5, "back": 5}
ROWS = tuple(SIZES)

Cards = list[str]


def cards_of(row: str | Iterable[str] | None) -> Cards:
    """``"Qh7c"`` or ``["Qh", "7c"]``; nothing is no cards."""
    return list(_cards(row)) if isinstance(row, str) else list(row or [])


@lru_cache(maxsize=4096)
def _cards(row: str) -> tuple[str, ...]:
    row = row.replace(" ", "")
    return tuple(row[place : place + 2] for place in range(0, len(row), 2))


def rank(card: str) -> int:
    """2 to 14."""
    return RANKS.index(card[0]) + 2


def letter(number: int) -> str:
    """The name of a rank from 2 to 14."""
    return RANKS[number - 2]


def without(cards: Iterable[str], taken: Iterable[str]) -> Cards:
    """What is left when some cards are taken away, each once."""
    left = list(cards)
    for card in taken:
        if card in left:
            left.remove(card)
    return left
