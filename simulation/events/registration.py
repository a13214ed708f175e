"""Entries of an event: before the start, late, again, from the waiting list."""

from __future__ import annotations

from random import Random
from typing import Literal

from msgspec import UNSET, Struct, field

from rules.tournaments.tournament_records import (
    AddOn,
    Draw,
    DrawnSeat,
    Entry,
    Rebuy,
    Reentry,
    Seating,
    Unregister,
    Waiting,
)
from simulation.events.book import EventBook
from simulation.events.floor import Entrant, Floor
from simulation.events.plan import EventPlan
from simulation.events.simulated_event_tables import Logs

Channel = Literal["cashier", "wire", "online_room"]
_CHANNELS: tuple[Channel, ...] = ("cashier", "cashier", "cashier", "wire", "online_room")
_EARLY, _LATE = 0.25, 0.2  # shares of entries with an offer, and of late ones
_UNREGISTERS = 0.03
_BEFORE = 5_400  # seconds before the start of the first entry


class Registration(Struct):
    """Entries by number from 1, and the waiting list."""

    plan: EventPlan
    book: EventBook
    floor: Floor
    logs: Logs
    random: Random
    waiting: list[tuple[str, bool]] = field(default_factory=list)  # players, and whether they enter again
    players: list[str] = field(default_factory=list)
    numbers: int = 0

    @property
    def ends(self) -> int:
        """End of the last level of late registration."""
        return self.plan.schedule.ends[self.plan.late_level - 1]

    def begin(self, players: int) -> list[tuple[int, str]]:
        """Entries before the start, and the draw. Returns late players with their times."""
        names = [f"p-{number:04x}" for number in self.random.sample(range(0x1000, 0x10000), players)]
        if self.plan.names:
            names = self.random.sample(self.plan.names, players)
        late = [] if self.plan.waits else names[players - int(_LATE * players) :]
        early = names[: players - len(late)]
        places = self.floor.seats * len(self.floor.tables)
        first, waiting = early[:places], early[places:]
        moments = sorted(self.random.sample(range(-_BEFORE, -1_200), len(first)))
        drawn = []
        for at, player in zip(moments, first, strict=True):
            if self.random.random() < _UNREGISTERS:
                self._leaves_again(at, f"x-{player[2:]}")
            drawn.append(self._enter(at, player))
        self._first_draw(drawn)
        for place, player in enumerate(waiting):
            self.join(-900 + place, player, again=False)
        return [(self.random.randint(30, self.ends - 120), each) for each in late]

    def _first_draw(self, entrants: list[Entrant]) -> None:
        seats = []
        together = self.random.random() < 0.5
        for place, each in enumerate(entrants):
            self.floor.sit(each, *self.floor.draw())
            assert each.table is not None
            if not together:
                at = -1_150 + place // 2
                self.book.write(
                    at, Seating(entry=each.number, table=each.table.name, seat=each.seat, method="draw")
                )
            seats.append(
                DrawnSeat(
                    entry=each.number, table=each.table.name, seat=each.seat, taken=self.book.text(-300)
                )
            )
        if together:
            self.book.write(-1_150, Draw(reason="start", seats=seats, method="draw"))

    def _leaves_again(self, at: int, player: str) -> None:
        """A player enters, and gets his money back before the start."""
        self.numbers += 1
        price = self.plan.header.buy_in
        self.book.write(at, Entry(entry=self.numbers, player=player, channel="cashier", paid=price))
        refunded = Unregister(entry=self.numbers, refund=price, approved=True, by="floor-1")
        self.book.write(-1_160, refunded)

    def _enter(self, at: int, player: str, *, again: bool = False) -> Entrant:
        header = self.plan.header
        self.numbers += 1
        stack = header.stack
        assert isinstance(stack, int)
        record = (Reentry if again else Entry)(
            entry=self.numbers, player=player, channel=self.random.choice(_CHANNELS), paid=header.buy_in
        )
        if header.offers is not UNSET and not again and at < 0 and self.random.random() < _EARLY:
            record.offer = header.offers[0].code
            stack += header.offers[0].chips
        record.chips = stack
        self.book.write(at, record)
        if not again:
            self.players.append(player)
        return Entrant(self.numbers, player, stack)

    # ------------------------------------------------------------------ during play

    def late(self, at: int, player: str) -> bool:
        """Seats a late entry; False: no seat is free."""
        if at >= self.ends or not self.floor.free() or self.waiting:
            return False
        self._seated(at, self._enter(at, player))
        return True

    def again(self, at: int, player: str) -> bool:
        """A player who is out enters again, or waits."""
        if at >= self.ends:
            return False
        if self.waiting or not self.floor.free():
            self.join(at, player, again=True)
        else:
            self._seated(at, self._enter(at, player, again=True))
        return True

    def join(self, at: int, player: str, *, again: bool) -> None:
        """A player joins the waiting list; re-entries are behind the others."""
        self.waiting.append((player, again))
        record = Waiting(action="join", player=player, position=len(self.waiting))
        record.kind = "reentry" if again else "entry"
        self.book.write(at, record)

    def serve(self, at: int) -> None:
        """Gives free seats to the first on the list."""
        while self.waiting and at >= self.ends:
            player, _ = self.waiting.pop()
            self.book.write(at, Waiting(action="leave", player=player))
        while self.waiting and self.floor.free():
            player, again = self.waiting.pop(0)
            self._seated(at, self._enter(at, player, again=again))

    def _seated(self, at: int, entrant: Entrant) -> None:
        self.floor.sit(entrant, *self.floor.draw())
        assert entrant.table is not None
        name = entrant.table.name
        self.book.write(at, Seating(entry=entrant.number, table=name, seat=entrant.seat, method="draw"))
        self.logs.chips(self.book.text(at), entrant, "buy_in", entrant.chips)

    def rebuy(self, at: int, entrant: Entrant) -> bool:
        """A rebuy; False: too late."""
        offered = self.plan.header.rebuy
        if offered is UNSET or at >= self.ends:
            return False
        record = Rebuy(entry=entrant.number, before=entrant.chips, paid=offered.price, chips=offered.chips)
        self.book.write(at, record)
        entrant.chips += offered.chips
        self.logs.chips(self.book.text(at), entrant, "add_on", offered.chips)
        return True

    def add_on(self, at: int, entrant: Entrant) -> None:
        offered = self.plan.header.add_on
        if offered is not UNSET:
            record = AddOn(
                entry=entrant.number, before=entrant.chips, paid=offered.price, chips=offered.chips
            )
            self.book.write(at, record)
            entrant.chips += offered.chips
            self.logs.chips(self.book.text(at), entrant, "add_on", offered.chips)
