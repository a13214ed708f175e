"""A session of a closed game: thirteen cards each, set face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rules.records.events import ChineseHand
from simulation.block_dealing import HandScribe, deal
from simulation.chip_stacks import ChipStacks, TableChips
from simulation.house_fees import of_seats
from simulation.payments_in_order import Cashier
from simulation.seconds_of_session import CLOSED, HandTimes
from simulation.session_request import SimulationRequest
from simulation.session_simulation import SimulatedEvent, Simulation
from simulation.simulated_table import SimulatedTable
from simulation.written_results import most_lost, write_results


class ClosedSession(Simulation):
    """Closed hands; at table stakes players have few chips."""

    pace = CLOSED

    def __init__(self, request: SimulationRequest) -> None:
        super().__init__(request)
        seeds = self.seeds
        self.table = SimulatedTable(self.game, Random(seeds[1]))
        self.scribe = HandScribe(self.game, self.clock, Random(seeds[3]), self.full, self.supervisor)
        self.stakes = self.full and self.game.table_stakes
        self.chip_stacks = ChipStacks(request.unit, self.clock, Random(seeds[4]), short=self.stakes)

    def block(self, size: int, moments: HandTimes) -> Iterator[SimulatedEvent]:
        sittings = list(self.table.sittings(size))
        hands = self.scribe.write(sittings, moments, deal(self.game, sittings, self.cards))
        settled = self.settler.settle(hands)
        write_results(hands, settled, unit=self.request.unit, full=self.full, supervisor=self.supervisor)
        self.house.charge(hands)
        pay = Cashier(settled.replayed, self.request.unit) if self.stakes else None
        most, ends = most_lost(settled, self.request.unit), moments.ended_at.tolist()
        dealt = moments.at.tolist()
        for i, hand in enumerate(hands):
            players = [(seat.seat, seat.player) for seat in hand.seats]
            if self.game.priced:
                fees = self.house.price(len(players))
                yield from self.chip_stacks.before(sittings[i], self.since, most[i], fees)
            collected = self.house.collect(players, dealt[i])
            yield from collected
            if self.game.priced:
                self.chip_stacks.pay([(each.seat, each.amount) for each in collected] + of_seats(hand))
                self._stack(hand)
            if pay:
                pay(hand, i)
            tied = True in [each.forced_dealer for each in hands[i : i + 2]]
            yield from self._written(hand, ends[i], tied=tied)

    def departures(self) -> Iterable[TableChips]:
        return self.chip_stacks.close(self.since)

    def _stack(self, hand: ChineseHand) -> None:
        if self.full:
            for seat in hand.seats:
                seat.stack = self.chip_stacks.stacks[seat.seat]

    def _written(self, hand: ChineseHand, ended: int, *, tied: bool) -> Iterator[SimulatedEvent]:
        due = [(seat.seat, seat.net) for seat in hand.seats]
        moved = self.tampering.touch(hand, tied=tied)
        paid = [(seat.seat, seat.net) for seat in hand.seats] if moved else due
        self.count(hand, ended)
        yield hand
        yield from self.chip_stacks.settle(paid, ended)
