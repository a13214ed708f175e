"""A table of an event, whose stacks decide payments, eliminations and the next players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from rules.records.events import OfcHand
from simulation.open_face.cashier import EventCashier
from simulation.open_face.open_face_field import OpenFaceField
from simulation.open_face.open_face_session import OpenFaceSession
from simulation.seconds_of_session import HandTimes
from simulation.session_request import SimulationRequest
from simulation.session_simulation import Between, SimulatedEvent
from simulation.simulated_table import Dealers


class EventSession(OpenFaceSession):
    def __init__(self, request: SimulationRequest) -> None:
        super().__init__(request)
        random = Random(self.seeds[1])
        self.field = OpenFaceField(self.game, self.rules, request.unit, self.clock, random, Dealers(random))

    def block(self, size: int, moments: HandTimes) -> Iterator[SimulatedEvent]:
        dealt = self.deal(size, moments)
        self.happen(dealt.hands, dealt.misplays)
        self.house.charge(dealt.hands)
        settled = self.settler.settle(dealt.hands)
        pay = EventCashier(settled, self.settler.again, self.supervisor)
        for i, hand in enumerate(dealt.hands):
            sitting, moves = self.field.before(self.since, dealt.at[i])
            yield from moves
            as_dealt = self.scribe.seat(hand, sitting, dealt.cards.street_by_street, i)
            for seat in hand.seats:
                seat.stack = self.field.stacks[seat.seat]
            pay(hand, i, self.unit(hand), as_dealt=as_dealt)
            dealt.play(hand, i, dealt.at[i], dealt.ended[i], dealt.misplays[i])
            self._finish(hand, dealt.ended[i], [each.seat for each in moves])
            yield hand

    def departures(self) -> list[Between]:
        """No departures: the event goes on."""
        return []

    def _finish(self, hand: OfcHand, ended: int, moved: Sequence[int]) -> None:
        left, out = _left(hand)
        if self.tampering.touch(hand, moved=moved):
            left, out = _left(hand)
        self.field.after(left, out)
        self.count(hand, ended)


def _left(hand: OfcHand) -> tuple[dict[int, int], list[int]]:
    stacks = {
        seat.seat: seat.stack + seat.net
        for seat in hand.seats
        if isinstance(seat.stack, int) and isinstance(seat.net, int)
    }
    return stacks, hand.eliminated if isinstance(hand.eliminated, list) else []
