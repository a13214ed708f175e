"""Players and chips of an event's table, with players from tables that break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, field

from rules.records.events import Chips
from simulation.open_face.open_face_chips import colour_up
from simulation.open_face_parameters import SimulatedOpenFace
from simulation.seconds_of_session import SessionClock
from simulation.simulated_game import SimulatedGame
from simulation.simulated_table import Dealers, TableState, next_seat

_ARRIVES = 0.3  # chance of an empty seat to be filled before a hand
_MOVES = 0.006  # chance of a player to be moved to another table
_POINTS = (18, 25, 35, 50, 70, 100, 140)  # that a player brings to a table
_FEW_POINTS = (5, 8, 12, 18, 26, 40, 60)  # where a debt must be paid in full
_PARTS = 9  # of the time between two hands: a part for each player who comes or goes


class OpenFaceField(Struct):
    """Stacks and players by seat, changed by events of the log and nets alone."""

    game: SimulatedGame
    rules: SimulatedOpenFace
    unit: int
    clock: SessionClock
    random: Random
    dealers: Dealers
    stacks: dict[int, int] = field(default_factory=dict)
    _players: dict[int, str] = field(default_factory=dict)
    _button: int = 0
    _number: int = 0
    _known: set[str] = field(default_factory=set)

    def before(self, since: int, until: int) -> tuple[TableState, list[Chips]]:
        """Table of the next hand, and events before it. since, until: seconds."""
        self._number += 1
        self._colour_up()
        left: list[Chips] = []
        came: list[Chips] = []
        moments = iter(since + (until - since) * part // _PARTS for part in range(1, _PARTS))
        if self._number == 1:
            count = self.random.randint(self.game.fewest, self.game.most)
            for seat in self.random.sample(range(1, self.game.most + 1), count):
                self._sit_down(seat, self.rules.starting_stack or self._brings())
        else:
            for seat in self._leaving():
                left.append(self._move(seat, next(moments)))
                del self._players[seat], self.stacks[seat]
            for seat in self._come([each.seat for each in left]):
                self._sit_down(seat, self._brings())
                came.append(self._move(seat, next(moments)))
        self._button = next_seat(self._players, self._button)
        seats = tuple(sorted(self._players))
        dealer, deck = self.dealers.of(self._number)
        sitting = TableState(
            tuple(each.seat for each in left),
            tuple((each.seat, each.player) for each in came),
            seats,
            tuple(self._players[seat] for seat in seats),
            self._button,
            dealer,
            deck,
        )
        return sitting, left + came

    def after(self, stacks: Mapping[int, int], out: Sequence[int]) -> None:
        self.stacks = {seat: stack for seat, stack in stacks.items() if seat not in out}
        self._players = {seat: player for seat, player in self._players.items() if seat not in out}

    def _move(self, seat: int, at: int) -> Chips:
        return Chips(
            at=self.clock.text(at),
            seat=seat,
            player=self._players[seat],
            kind="move",
            amount=self.stacks[seat],
        )

    def _colour_up(self) -> None:
        levels = self.rules.levels
        if levels is None or self._number == 1:
            return
        chip = levels.chip(levels.level(self._number))
        if chip != levels.chip(levels.level(self._number - 1)):
            self.stacks = colour_up(self.stacks, chip, self.random)

    def _leaving(self) -> list[int]:
        if len(self._players) <= self.game.fewest:
            return []
        moved = [seat for seat in sorted(self._players) if self.random.random() < _MOVES]
        return moved[: len(self._players) - self.game.fewest]

    def _come(self, taken: Sequence[int]) -> list[int]:
        free = [seat for seat in range(1, self.game.most + 1) if seat not in self._players]
        free = sorted(free, key=lambda seat: seat in taken)
        wanted = max(self.game.fewest, 2) - len(self._players)
        return [seat for place, seat in enumerate(free) if place < wanted or self.random.random() < _ARRIVES]

    def _sit_down(self, seat: int, stack: int) -> None:
        player = ""
        while not player or player in self._known:
            player = f"p-{self.random.randrange(1 << 24):06x}"
        self._known.add(player)
        self._players[seat], self.stacks[seat] = player, stack

    def _brings(self) -> int:
        levels = self.rules.levels
        if levels is None:
            return self.random.choice(_FEW_POINTS if self.rules.paid_in_full else _POINTS) * self.unit
        level = levels.level(self._number)
        chip = levels.next_chip(level)
        stack = self.random.choice(_POINTS) * levels.value(level)
        return -(-stack // chip) * chip
