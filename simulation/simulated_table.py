"""Players, button and banker of a simulated table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from simulation.simulated_game import SimulatedGame

_REGULARS = 60  # players who come to the room
_LEAVES = 0.012  # chance of a player to leave before a hand
_ARRIVES = 0.05  # chance of an empty seat to be taken before a hand
_CHANGES_DEALER = 30  # hands that a house dealer stays
_DEALERS = 6
_DECKS = 2
_BANK_GOES_ROUND = 0.5  # share of sessions in which the button banks
_BANKS = (8, 24)  # hands that a player banks, where the bank does not go round with the button


@dataclass(frozen=True)
class TableState:
    """A table of one hand: players who left, came and play, and the button."""

    left: tuple[int, ...]  # seats
    came: tuple[tuple[int, str], ...]  # seat and player
    seats: tuple[int, ...]  # ascending
    players: tuple[str, ...]  # of these seats
    button: int
    dealer_id: str
    deck: str
    banker: int | None = None  # a seat


class Dealers:
    def __init__(self, random: Random, ids: Sequence[str] = ()) -> None:
        self._ids = ids or [f"d-{number}" for number in random.sample(range(100, 1000), _DEALERS)]

    def of(self, number: int) -> tuple[str, str]:
        return self._ids[number // _CHANGES_DEALER % len(self._ids)], f"deck-{1 + number % _DECKS}"


def next_seat(seated: Iterable[int], place: int) -> int:
    """First taken seat clockwise after a place."""
    seats = sorted(seated)
    return next((seat for seat in seats if seat > place), seats[0])


@dataclass
class SimulatedTable:
    """Players and staff, hand by hand, before results are known."""

    game: SimulatedGame
    random: Random
    seated: dict[int, str] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)  # players who do not leave before the next hand
    _away: list[str] = field(default_factory=list)
    _button: int = 0
    _dealt: int = 0
    _banker: int = 0
    _banks_until: int = 0

    def __post_init__(self) -> None:
        numbers = self.random.sample(range(0x1000, 0x10000), _REGULARS)
        self._away = [f"p-{number:04x}" for number in numbers]
        self._dealers = Dealers(self.random)
        game = self.game
        self._goes_round = game.dealer_banks or (game.banker and self.random.random() < _BANK_GOES_ROUND)

    def sittings(self, hands: int) -> Iterator[TableState]:
        for _ in range(hands):
            yield self.next()

    def next(self) -> TableState:
        random, game = self.random, self.game
        left: list[int] = []
        if self.seated and random.random() < _LEAVES * len(self.seated):
            free = [seat for seat in sorted(self.seated) if self.seated[seat] not in self.bound]
            if free:
                left.append(random.choice(free))
                self._away.append(self.seated.pop(left[0]))
        came = []
        wanted = max(game.fewest, 2) if self._dealt else random.randint(game.fewest, game.most)
        while len(self.seated) < wanted or (len(self.seated) < game.most and random.random() < _ARRIVES):
            came.append(self._arrive(left))
        self._button = next_seat(self.seated, self._button)
        if game.banker:
            self._move_bank(left)
        self._dealt += 1
        seats = tuple(sorted(self.seated))
        dealer_id, deck = self._dealers.of(self._dealt)
        return TableState(
            tuple(left),
            tuple(came),
            seats,
            tuple(self.seated[seat] for seat in seats),
            self._button,
            dealer_id,
            deck,
            self._banker if game.banker else None,
        )

    def _arrive(self, left: list[int]) -> tuple[int, str]:
        free = [seat for seat in range(1, self.game.most + 1) if seat not in self.seated]
        seat = self.random.choice(free)
        player = self._away.pop(self.random.randrange(len(self._away) - len(left)))
        self.seated[seat] = player
        return seat, player

    def _move_bank(self, left: list[int]) -> None:
        if self._goes_round:
            self._banker = self._button
        elif self._dealt >= self._banks_until or self._banker in left:
            self._banker = next_seat(self.seated, self._banker)
            self._banks_until = self._dealt + self.random.randint(*_BANKS)
