"""One pass over a session: its opening, its hands in blocks, its close."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from random import Random

import msgspec
import numpy as np
from msgspec import UNSET

from rules.records.events import FORMAT, ChineseHand, Chips, Close, Fee, OfcHand, Session, Staff, Toke
from simulation.faults.fault_tampering import Tampering
from simulation.house_fees import HouseFees
from simulation.seconds_of_session import HandTimes, Pace, SessionClock
from simulation.session_request import SimulationRequest
from simulation.settle import Settler
from simulation.simulated_game import SimulatedGame

HANDS_A_BLOCK = 2048
RECORDED = 900  # seconds from the close until the file is made

AnyHand = ChineseHand | OfcHand
Between = Chips | Toke
SimulatedEvent = Session | AnyHand | Between | Fee | Close


class Simulation(ABC):
    """A session of one game; subclasses seat players, and deal and pay hands."""

    pace: Pace

    def __init__(self, request: SimulationRequest) -> None:
        self.request = request
        self.game = SimulatedGame.of(request.ruleset, request.players)
        self.seeds = [int(seed) for seed in np.random.SeedSequence(request.seed).generate_state(9, np.uint64)]
        sizes = [HANDS_A_BLOCK] * (request.hands // HANDS_A_BLOCK) + [request.hands % HANDS_A_BLOCK]
        self.sizes = [size for size in sizes if size]
        self.full = request.evidence == "full"
        self.supervisor = f"s-{10 + self.seeds[0] % 90}"
        self.clock = SessionClock(request.opening, self.sizes, self.seeds[0], self.pace, request.limit)
        self.cards = np.random.default_rng(self.seeds[2])
        self.house = HouseFees(self.game, self.clock, Random(self.seeds[6]))
        self.settler = Settler(request.ruleset, request.unit, self.clock.text(0), self.seeds[7])
        self.tampering = Tampering(
            self.game,
            Random(self.seeds[5]),
            request.faults,
            request.unit,
            self.clock,
            request.hands,
            self.settler.again,
            only=request.only,
        )
        self.since = 60  # when the hand before was over, in seconds from the opening

    @abstractmethod
    def block(self, size: int, moments: HandTimes) -> Iterator[SimulatedEvent]:
        """Hands of a block, and the events around them. An event may change after the next one was requested."""

    @abstractmethod
    def departures(self) -> Iterable[Between]:
        """Events of players who leave after the last hand."""

    def chunks(self) -> Iterator[bytes]:
        """Lines of the session: its opening, the hands by block, the close."""
        encode = msgspec.json.Encoder().encode
        for events in self.blocks():
            yield b"\n".join([*map(encode, events), b""])

    def blocks(self) -> Iterator[Iterator[SimulatedEvent]]:
        """Events in the same pieces; each has to be read to its end before the next."""
        yield iter((self._opening(),))
        for size, moments in zip(self.sizes, self.clock.blocks(), strict=True):
            yield self.block(size, moments)
        yield self._ending()

    def count(self, hand: AnyHand, ended: int) -> None:
        self.house.count(hand)
        self.since = ended

    def _opening(self) -> Session:
        request = self.request
        levels = self.game.open_face and self.game.open_face.levels
        return Session(
            format=FORMAT,
            room=request.room,
            session=request.session,
            number=request.number,
            table=request.table,
            currency=request.currency,
            opened_at=self.clock.text(0),
            closed_at=self.clock.text(self.clock.closed),
            unit=UNSET if levels else request.unit,
            ruleset=str(request.ruleset),
            tournament=f"{request.ruleset.id}-{request.seed}" if self.game.tournament else UNSET,
            staff=Staff(dealer="d-1", supervisor=self.supervisor),
            source="table_system",
            recorded_by="table-system-1",
            recorded_at=self.clock.text(self.clock.closed + RECORDED),
        )

    def _ending(self) -> Iterator[SimulatedEvent]:
        close = Close(
            at=self.clock.text(self.clock.closed),
            hands=self.request.hands,
            totals=self.house.totals(),
        )
        self.tampering.touch_close(close)
        leaving = list(self.departures())
        if self.full:
            self.tampering.touch_departures(leaving, self.request.hands)
        yield from leaving
        yield close
