"""A shuffled deck, to which cards return when it runs out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from rules.cards import DECK, RANKS
from rules.controls.sections.pots import Game


class ShuffledDeck:
    """Codes of cards in the order of the deal."""

    def __init__(
        self, game: Game, random: Random, given: Collection[int] = (), board: Iterable[int] = ()
    ) -> None:
        """given: cards that seats get anyway. board: first cards of the board."""
        self._random = random
        self._back: list[int] = []
        self._on_board = list(board)
        gone = {*given, *self._on_board}
        self._cards = [card for card in range(4 * RANKS.index(game.deck_from), len(DECK)) if card not in gone]
        random.shuffle(self._cards)

    def __len__(self) -> int:
        return len(self._cards) + len(self._on_board)

    def deal(self, count: int = 1, never: Collection[int] = ()) -> list[int]:
        """Next cards; a deck that runs out is made of discards, but ``never`` those given."""
        dealt = []
        for _ in range(count):
            if not self._cards:
                self._cards = [card for card in self._back if card not in never]
                self._back = [card for card in self._back if card in never]
                self._random.shuffle(self._cards)
            dealt.append(self._cards.pop())
        return dealt

    def deal_board(self, count: int) -> list[int]:
        cards, self._on_board = self._on_board[:count], self._on_board[count:]
        return cards + self.deal(count - len(cards))

    def peek(self, count: int) -> list[int]:
        """Cards that may come to the board next."""
        cards = self._on_board[:count]
        return cards + self._cards[::-1][: count - len(cards)]

    def burn(self, keep: int) -> bool:
        """Burns a card if enough are left."""
        if len(self._cards) <= keep:
            return False
        self._cards.pop()
        return True

    def take_back(self, cards: Iterable[int]) -> None:
        self._back += cards


def text(cards: Iterable[int]) -> str:
    return "".join(DECK[card] for card in cards)
