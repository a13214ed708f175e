"""Open-face hands for cash, or of an event without recorded stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec import UNSET, Struct, field

from rules.hands import Flags
from rules.records.events import Fee, OfcHand
from simulation.chip_stacks import ChipStacks, TableChips
from simulation.house_fees import of_seats
from simulation.open_face.open_face_dealing import OpenFaceCards
from simulation.open_face.open_face_session import DealtBlock, OpenFaceSession
from simulation.open_face_parameters import SimulatedFantasyland
from simulation.open_face_results import write_fouls, write_result
from simulation.seconds_of_session import HandTimes
from simulation.session_request import SimulationRequest
from simulation.session_simulation import SimulatedEvent
from simulation.simulated_table import SimulatedTable, TableState
from simulation.written_results import most_lost


class FantasylandSeating(Struct, frozen=True):
    """Table of a hand, with seats in fantasyland. tied: the hand before or the next depends on it."""

    sitting: TableState
    at_once: tuple[int, ...] = ()
    tied: bool = False


class Lands(Struct):
    """Fantasyland from hand to hand; a player who has qualified does not leave."""

    rules: SimulatedFantasyland
    table: SimulatedTable
    _entitled: set[str] = field(default_factory=set)

    def seatings(self, cards: OpenFaceCards, fouled: Flags, void: list[bool]) -> Iterator[FantasylandSeating]:
        """Tables of a block's hands. fouled: by setting street by street. Clears ``void`` where somebody would be in
        fantasyland.
        """
        assert cards.stays is not None
        strong = cards.street_by_street.fronts >= self.rules.entry
        fronts, enters, stays = strong.tolist(), (strong & ~fouled).tolist(), cards.stays.tolist()
        for i in range(len(enters)):
            self.table.bound = self._entitled
            sitting = self.table.next()
            seated = list(zip(sitting.seats, sitting.players, strict=True))
            at_once = tuple(seat for seat, player in seated if player in self._entitled)
            void[i] = void[i] and not at_once
            leading = {seat for seat in sitting.seats if (stays if seat in at_once else enters)[i][seat - 1]}
            self._entitled = {player for seat, player in seated if seat in leading and not void[i]}
            tied = bool(at_once) or any(fronts[i][seat - 1] for seat in sitting.seats)
            yield FantasylandSeating(sitting, at_once, tied)


class CashSession(OpenFaceSession):
    """Players come and go, and always have enough chips."""

    def __init__(self, request: SimulationRequest) -> None:
        super().__init__(request)
        self.table = SimulatedTable(self.game, Random(self.seeds[1]))
        self.chip_stacks = ChipStacks(request.unit, self.clock, Random(self.seeds[4]))
        land = self.rules.fantasyland
        self.lands = Lands(land, self.table) if land else None

    def block(self, size: int, moments: HandTimes) -> Iterator[SimulatedEvent]:
        dealt = self.deal(size, moments)
        seatings = self._seatings(dealt)
        self.happen(dealt.hands, dealt.misplays)
        self.house.charge(dealt.hands)
        for i, (hand, seating) in enumerate(zip(dealt.hands, seatings, strict=True)):
            self._seat(hand, seating, dealt, i)
        settled = self.settler.settle(dealt.hands)
        fouled = settled.fouled.tolist()
        most = most_lost(settled, self.request.unit)
        for i, (hand, seating) in enumerate(zip(dealt.hands, seatings, strict=True)):
            write_result(hand, settled, i, self.unit(hand), full=self.full)
            write_fouls(hand, fouled[i], self.supervisor, full=self.full)
            yield from self._brought(seating, most[i], len(hand.seats))
            collected = self.house.collect(_players(hand), dealt.at[i])
            yield from collected
            self._in_front(hand, collected)
            if self.full:
                dealt.play(hand, i, dealt.at[i], dealt.ended[i], dealt.misplays[i])
            yield from self._written(hand, dealt.ended[i], tied=seating.tied)

    def departures(self) -> Iterable[TableChips]:
        return [] if self.game.tournament else self.chip_stacks.close(self.since)

    def _seatings(self, dealt: DealtBlock) -> list[FantasylandSeating]:
        if self.lands is None:
            return [FantasylandSeating(sitting) for sitting in self.table.sittings(len(dealt.hands))]
        fouled = self.settler.settle(dealt.hands).fouled
        void = [misplay is not None and misplay.kind == "misdeal" for misplay in dealt.misplays]
        seatings = list(self.lands.seatings(dealt.cards, fouled, void))
        for i, misplay in enumerate(dealt.misplays):
            if misplay and misplay.kind == "misdeal" and not void[i]:
                dealt.misplays[i] = None
        return seatings

    def _seat(self, hand: OfcHand, seating: FantasylandSeating, dealt: DealtBlock, i: int) -> None:
        self.scribe.seat(hand, seating.sitting, dealt.cards.street_by_street, i)
        land, rules = dealt.cards.in_fantasyland, self.rules.fantasyland
        for seat in hand.seats:
            if seat.seat in seating.at_once and land and rules:
                self.scribe.set_rows(seat, land, i)
                seat.fantasyland = rules.cards if self.full else UNSET

    def _brought(self, seating: FantasylandSeating, most: int, seats: int) -> Iterable[TableChips]:
        if self.game.tournament:
            return []
        return self.chip_stacks.before(seating.sitting, self.since, most, self.house.price(seats))

    def _in_front(self, hand: OfcHand, collected: Iterable[Fee]) -> None:
        if self.game.tournament:
            return
        self.chip_stacks.pay([(each.seat, each.amount) for each in collected] + of_seats(hand))
        if self.full:
            for seat in hand.seats:
                seat.stack = self.chip_stacks.stacks[seat.seat]

    def _written(self, hand: OfcHand, ended: int, *, tied: bool) -> Iterator[SimulatedEvent]:
        due = [(seat.seat, seat.net) for seat in hand.seats]
        moved = self.tampering.touch(hand, tied=tied)
        paid = [(seat.seat, seat.net) for seat in hand.seats] if moved else due
        self.count(hand, ended)
        yield hand
        if not self.game.tournament:
            yield from self.chip_stacks.settle(paid, ended)


def _players(hand: OfcHand) -> list[tuple[int, str]]:
    return [(seat.seat, seat.player) for seat in hand.seats]
