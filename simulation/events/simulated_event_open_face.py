"""Open-face hands of a table with a log, by the engine of open-face events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from rules.controls.ruleset import Ruleset
from rules.records.events import Chips, OfcHand
from simulation.can_be_simulated import possible
from simulation.events.book import EventBook
from simulation.events.floor import EventTable
from simulation.events.simulated_event_hands import EventHand
from simulation.events.simulated_event_tables import SimulatedTableLog
from simulation.open_face.open_face_event import EventSession
from simulation.open_face.open_face_field import OpenFaceField
from simulation.seconds_of_session import HandTimes
from simulation.session_request import SimulationRequest
from simulation.session_simulation import SimulatedEvent
from simulation.simulated_table import Dealers, TableState


class _Seats(OpenFaceField):
    at_table: EventTable | None = None

    def before(self, since: int, until: int) -> tuple[TableState, list[Chips]]:
        """The table as it is; its movements are in the log already."""
        table = self.at_table
        assert table is not None
        seats = tuple(sorted(table.seated))
        self.stacks = {seat: table.seated[seat].chips for seat in seats}
        dealer, deck = self.dealers.of(table.hand)
        players = tuple(table.seated[seat].player for seat in seats)
        return TableState((), (), seats, players, table.button, dealer, deck), []

    def after(self, stacks: Mapping[int, int], out: Sequence[int]) -> None:
        """Nothing: the event follows its chips itself."""


class _Session(EventSession):
    def __init__(self, request: SimulationRequest, table: EventTable) -> None:
        super().__init__(request)
        random = Random(self.seeds[1])
        self.field: _Seats = _Seats(self.game, self.rules, request.unit, self.clock, random, Dealers(random))
        self.field.at_table = table


@dataclass
class OpenFaceDealer:
    """Hands of one table, at times known beforehand."""

    log: SimulatedTableLog
    book: EventBook
    hands: Iterator[SimulatedEvent]

    @classmethod
    def at(
        cls,
        table: EventTable,
        log: SimulatedTableLog,
        book: EventBook,
        ruleset: Ruleset,
        seed: int,
        moments: HandTimes,
    ) -> OpenFaceDealer:
        """A dealer of a table. moments: of its hands, in seconds from the start of play."""
        request = SimulationRequest(
            ruleset, len(moments.at), seed, room=log.session.room, table=table.name, opened_at=book.text(0)
        )
        return cls(log, book, _Session(possible(request), table).block(len(moments.at), moments))

    def deal(
        self, table: EventTable, stakes: tuple[int, int, int], at: int, ended: int, most: int
    ) -> EventHand:
        hand = next(each for each in self.hands if isinstance(each, OfcHand))
        assert hand.hand == table.hand
        self.log.add(ended, hand)
        nets = {each.seat: each.net for each in hand.seats if isinstance(each.net, int)}
        out = hand.eliminated if isinstance(hand.eliminated, list) else []
        return EventHand(nets, {seat: [each for each in nets if nets[each] > 0] for seat in out})


def moments_of(hands: Sequence[tuple[int, int]]) -> HandTimes:
    return HandTimes(np.array([at for at, _ in hands]), np.array([ended for _, ended in hands]))
