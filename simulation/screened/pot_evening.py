"""An evening of hold'em for screening: a simulated log of regulars of different strength, read and replayed as audits do.

What the floor rules and what the house's people are used to is put into the columns that the indicators read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

import numpy as np
from msgspec import field

from rules.controls.ruleset import Ruleset
from rules.records.reader import LogReader
from rules.replay.pots.table_replay import TableLog
from rules.screening.session_statistics import ScreeningKeeper
from rules.screening.statistics import ScreenedSession
from simulation.pots.players import PlayingStyle
from simulation.pots.setup import GameStakes
from simulation.pots.simulated_pot_session import PotSession
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable
from simulation.screened.room_regulars import CHANCE, RoomHabits, RoomRegular
from simulation.screened.screened_evening import DEALERS, SUPERVISORS
from simulation.session_request import SimulationRequest
from simulation.simulated_table import Dealers

GAME, SMALL_BLIND = "holdem", 100
_ON_DUTY = 5  # dealers of an evening
_LOOSE, _BOLD = 0.8, 1.0  # what a careless hand is worth in calls
LARGE = 20 * 2 * SMALL_BLIND  # a large win or loss, of one hand


def pot_evening(
    table: str,
    day: date,
    players: Sequence[RoomRegular],
    habits: RoomHabits,
    random: np.random.Generator,
    hands: int,
    ruleset: Ruleset,
) -> ScreenedSession:
    """The session of an evening as the indicators read it, without what the floor ruled."""
    session = _RegularsSession(
        _request(ruleset, table, day, int(random.integers(1 << 31)), hands), players, habits, random
    )
    reader, keeper = LogReader(), ScreeningKeeper()
    assert ruleset.sections.pot is not None
    log = TableLog(ruleset.sections.pot)
    for block in reader.blocks_of(session.blocks()):
        keeper.add(log.add(block, reader.events))
    assert reader.session is not None
    (found,) = keeper.sessions(reader.session, reader.events, reader.close[1] if reader.close else None)
    return found


def _request(ruleset: Ruleset, table: str, day: date, seed: int, hands: int) -> SimulationRequest:
    opened = f"{day}T16:{seed % 30:02}:{seed // 30 % 60:02}-07:00"
    return SimulationRequest(
        ruleset, hands, seed, (6, 8), unit=SMALL_BLIND, room="room-1", session=f"{table}-{day}", table=table,
        opened_at=opened, game=GAME, coolers=0.0,
    )  # fmt: skip


class _RegularsSession(PotSession):
    """A session whose players and staff are those of a room."""

    def __init__(
        self,
        request: SimulationRequest,
        players: Sequence[RoomRegular],
        habits: RoomHabits,
        random: np.random.Generator,
    ) -> None:
        super().__init__(request)
        self.supervisor = SUPERVISORS[int(random.integers(len(SUPERVISORS)))]
        on_duty = [DEALERS[one] for one in random.permutation(len(DEALERS))[:_ON_DUTY].tolist()]
        seed = Random(int(random.integers(1 << 31)))
        self.dealers = Dealers(seed, on_duty)
        self.table = _RegularsTable(self.offer, self.terms, seed, self.clock, request.unit)
        self.table.regulars = {each.name: each for each in players}
        self.table.habits = habits
        self.table._new = [each.name for each in players]


class _RegularsTable(SimulatedPotTable):
    """A table at which regulars play in a way of their own, and leave after what happened to them."""

    regulars: dict[str, RoomRegular] = field(default_factory=dict)
    habits: RoomHabits = CHANCE
    last: dict[int, int] = field(default_factory=dict)

    def between(self, since: int, stakes: GameStakes, price: int = 0) -> list[Between]:
        """Events before a hand; whoever sat down plays as he does."""
        found = super().between(since, stakes, price)
        self._play_as_they_do()
        return found

    def begin(self, since: int) -> list[Between]:
        """The first players sit down."""
        found = super().begin(since)
        self._play_as_they_do()
        return found

    def _play_as_they_do(self) -> None:
        for sitter in self.seated.values():
            who = self.regulars.get(sitter.player)
            if who is not None:
                sitter.style = PlayingStyle(_LOOSE * who.careless, _BOLD)

    def settle(self, nets: dict[int, int], since: int) -> list[Between]:
        """Add nets, and keep them until the next hand."""
        self.last = dict(nets)
        return super().settle(nets, since)

    def _who_leaves(self, free: list[int]) -> int | None:
        moved = [seat for seat in free if abs(self.last.get(seat, 0)) >= LARGE and self._would_leave(seat)]
        if moved and self.random.random() < self.habits.leaves:
            return moved[0]
        return super()._who_leaves(free)

    def _would_leave(self, seat: int) -> bool:
        who = self.regulars.get(self.seated[seat].player)
        return who is not None and (who.leaves_after_wins if self.last[seat] > 0 else who.steams)
