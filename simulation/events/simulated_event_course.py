"""Course of an event with levels by minutes; tables play side by side in one order of time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Literal

from msgspec import UNSET

from rules.controls.ruleset import Ruleset
from rules.tournaments.prizes import by_places, places_bp, satellite_of
from rules.tournaments.tournament_field import field_of
from rules.tournaments.tournament_money import money_of
from rules.tournaments.tournament_reader import TournamentFile
from simulation.events import counting, schedule
from simulation.events.book import EventBook
from simulation.events.floor import Entrant, EventTable, Floor
from simulation.events.outs import Outs
from simulation.events.plan import NEXT, SMALLEST, EventPlan
from simulation.events.registration import Registration
from simulation.events.simulated_event_hands import EventHand, pot_hand
from simulation.events.simulated_event_seating import MOST_GAP, SeatMover
from simulation.events.simulated_event_tables import Logs

_HAND, _PAUSE, _WAIT = (70, 200), (25, 60), 30  # seconds
_SAVES, _AGAIN = 0.7, 0.5  # shares of players who are out and rebuy, or enter again
_ADDS, _DOUBLES, _TOPS_UP = 0.6, 0.8, 0.05
_PENALTY, _THROWN_OUT = 0.002, 0.0004  # of a hand without a log
_MANY = 30  # players left, among whom one may be thrown out
_THREE, _ROOM = 3, 2  # tables of a draw; seats that stay free while players can come

Gate = Literal["final", "three", "round"]


@dataclass
class EventCourse:
    """Play of an event. finish: its end."""

    plan: EventPlan
    ruleset: Ruleset
    book: EventBook
    floor: Floor
    logs: Logs
    random: Random
    finish: int | None = None
    chip: int = SMALLEST
    round: int = 0
    pending: int = 0  # entries that are out when the hands in play are over
    deal: tuple[int, list[str]] | None = None  # when the last players divided the prizes, and who
    doubled: set[int] = field(default_factory=set)
    _through: bool = False  # all tables wait
    _due: tuple[int, int] | None = None
    _queue: list[tuple[int, int, Callable[[int], None]]] = field(default_factory=list)
    _asked: int = 0

    def __post_init__(self) -> None:
        self.registration = Registration(self.plan, self.book, self.floor, self.logs, self.random)
        self.outs = Outs(self.plan, self.book, self.logs, self.random)
        self.seating = SeatMover(self.floor, self.book, self.logs, position=True)

    # ------------------------------------------------------------------ the queue

    def at(self, when: int, what: Callable[[int], None]) -> None:
        """Schedules an action in an even second; hands begin in odd ones."""
        self._asked += 1
        heapq.heappush(self._queue, (when + when % 2, self._asked, what))

    def _deals(self, at: int, table: EventTable, what: Callable[[int], None]) -> None:
        """Schedules a deal in the odd second after all else."""
        table.busy = True
        self._asked += 1
        heapq.heappush(self._queue, (at + 1, self._asked, what))

    def play(self, players: int) -> None:
        for when, player in self.registration.begin(players):
            self.at(when, partial(self._late, player=player))
        for table in self.floor.tables:
            self.at(self.random.randint(20, 60), partial(self._ready, table=table))
        for rest in self.plan.schedule.breaks[:6]:
            self.at(rest.at + 330, partial(self._break, level=rest.after_level or 0))
        self.at(self.registration.ends, self.registration.serve)
        while self._queue and self.finish is None:
            when, _, what = heapq.heappop(self._queue)
            what(when)
        assert self.finish is not None
        schedule.write(self.plan.schedule, self.book, self.finish)

    def _late(self, at: int, player: str) -> None:
        if (
            not self.registration.late(at, player)
            and at < self.registration.ends
            and not self.registration.waiting
        ):
            self.at(at + 300, partial(self._late, player=player))

    # ------------------------------------------------------------------ hands

    def _ready(self, at: int, table: EventTable) -> None:
        if table not in self.floor.tables or table.busy or self.finish is not None:
            return
        begins = self.plan.schedule.next_deal(at, _HAND[1] + 20)
        if begins > at:
            self.at(begins + self.random.randint(16, 60), partial(self._ready, table=table))
            return
        if self._over(at):
            return
        if self._through or self._gate(at) is not None:
            self._wait(at, table)
            return
        if self._breaks(at, table):
            self.seating.break_table(at, table)
            return
        self.seating.balance(at, table)
        if self._may_deal(table):
            self._incident(at, table)
            self._deals(at, table, partial(self._begin, table=table))
        else:
            self.at(at + _WAIT, partial(self._ready, table=table))

    def _may_deal(self, table: EventTable) -> bool:
        gap, size = self.floor.gap, table.size
        long = gap > MOST_GAP and size == self.floor.largest
        return size > 1 and not long and not (gap > MOST_GAP + 1 and size == self.floor.smallest)

    def _begin(self, at: int, table: EventTable) -> None:
        if self._may_deal(table) and self._gate(at) is None:
            self._deal(at, table)
        else:
            table.busy = False
            self.at(at, partial(self._ready, table=table))

    def _deal(self, at: int, table: EventTable, ended: int | None = None, number: int | None = None) -> None:
        table.hand += 1
        table.button = table.after_button()[0]
        ended = ended or at + 2 * self.random.randint(_HAND[0] // 2, _HAND[1] // 2)
        played = self._played(table, at, ended)
        self.pending += len(played.takers)
        self.outs.hand(table, at, ended, played, number)
        logged = table.name in self.logs.dealers
        for each in table.seated.values():
            each.logged_hand, each.stale = each.logged_hand or logged, not logged and each.logged_hand
        self.at(ended, partial(self._end, table=table, played=played, number=number))

    def _played(self, table: EventTable, at: int, ended: int) -> EventHand:
        stakes, most = self.plan.schedule.blinds(at - 15), self._may_go(at)
        if table.name in self.logs.dealers:
            return self.logs.dealers[table.name].deal(table, (*stakes, self.chip), at, ended, most)
        stacks = {seat: each.chips for seat, each in table.seated.items()}
        while True:
            played = pot_hand(stacks, stakes[1], self.chip, self.random)
            if len(played.takers) <= most:
                return played

    def _may_go(self, at: int) -> int:
        if at < self.registration.ends:
            return self.floor.seats
        return self.floor.left - self.pending - self._last()

    def _end(self, at: int, table: EventTable, played: EventHand, number: int | None) -> None:
        before = {seat: each.chips for seat, each in table.seated.items()}
        for seat, net in played.nets.items():
            table.seated[seat].chips += net
        out = [table.seated[seat] for seat in sorted(played.takers)]
        for each in out:
            self.outs.bust(at, table, each, played, before[each.seat], number)
        for each in out:
            self._goes(at, each)
        table.busy = False
        self.pending -= len(played.takers)
        if self.registration.waiting:
            self.registration.serve(at)
        if self.deal is None and self.floor.left <= self.plan.deal and at >= self.registration.ends:
            self.deal = at, [each.player for each in self.floor.live]
        if at >= self.registration.ends and self.floor.left == self._last():
            self._finish(at)
        elif not self._over(at):
            self.at(at + self.random.randint(*_PAUSE), partial(self._ready, table=table))

    def _goes(self, at: int, entrant: Entrant) -> None:
        header, random = self.plan.header, self.random
        saves = header.kind == "rebuy_broke" or header.kind == "rebuy_any"
        if saves and random.random() < _SAVES and self.registration.rebuy(at, entrant):
            return
        self.floor.leave(entrant)
        again = header.kind == "reentry" or header.reentries is True
        if again and random.random() < _AGAIN:
            self.registration.again(at, entrant.player)

    def _incident(self, at: int, table: EventTable) -> None:
        header, random = self.plan.header, self.random
        if random.random() < _PENALTY:
            self.outs.penalty(at, random.choice(list(table.seated.values())))
        if header.kind == "rebuy_any" and random.random() < _TOPS_UP:
            entrant = random.choice(list(table.seated.values()))
            if isinstance(header.stack, int) and entrant.chips < header.stack // 2:
                self.registration.rebuy(at, entrant)
        if header.kind == "double_chance" and random.random() < _DOUBLES:
            entrant = random.choice(list(table.seated.values()))
            if entrant.number not in self.doubled and self.registration.rebuy(at, entrant):
                self.doubled.add(entrant.number)
        thrown = random.random() < _THROWN_OUT and header.bounty is UNSET and self.floor.left > _MANY
        if thrown and table.name not in self.logs.dealers and table.size == self.floor.largest:
            entrant = random.choice(list(table.seated.values()))
            self.outs.disqualified(at, entrant)
            self.floor.leave(entrant)

    # ------------------------------------------------------------------ when an event ends

    def _owed(self) -> tuple[int, int]:
        """Numbers of paid places and of tickets, once nobody can enter."""
        if self._due is None:
            header, rules = self.plan.header, self.ruleset.sections
            field = field_of(TournamentFile(header, tuple(enumerate(self.book.lines(), 2)), None))
            shares = places_bp(header, field, rules) if by_places(header) else None
            satellite = satellite_of(header, money_of(header, field, rules).distributable)
            self._due = len(shares or ()), (satellite.tickets or 0) if satellite else 0
        return self._due

    def _last(self) -> int:
        """Number of players left at the end."""
        if self.plan.deal_ends:
            return self.plan.deal
        return max(1, self._owed()[1]) if self.plan.header.target is not UNSET else 1

    def _over(self, at: int) -> bool:
        if not self.plan.lasting or at < self.plan.schedule.ends[self.plan.lasting - 1]:
            return False
        if self.floor.idle and self.finish is None:
            self._finish(at)
        return True

    def _finish(self, at: int) -> None:
        self.finish = at
        if self.plan.header.prizes_by == "chips":
            self.book.write(at, counting.counted(self.floor, self.logs, stacks=True))

    # ------------------------------------------------------------------ breaks of play

    def _break(self, at: int, level: int) -> None:
        self._count(at)
        if level == self.plan.schedule.breaks[0].after_level:
            self.at(at + 30, self._add_ons)
            self.at(at + 60, partial(self._race, level=level))
            self.at(at + 90, self._count)

    def _count(self, at: int) -> None:
        self.book.write(at, counting.counted(self.floor, self.logs, stacks=False))

    def _add_ons(self, at: int) -> None:
        for each in self.floor.live:
            if self.random.random() < _ADDS:
                self.registration.add_on(at, each)

    def _race(self, at: int, level: int) -> None:
        self.book.write(at, counting.raced(self.floor, SMALLEST, NEXT, level))
        self.chip = NEXT

    # ------------------------------------------------------------------ tables that stop

    def _breaks(self, at: int, table: EventTable) -> bool:
        floor, count = self.floor, len(self.floor.tables)
        room = 0 if at >= self.registration.ends else _ROOM
        least = _THREE + 1 if room and self._draws_at_three() else 2  # a draw waits until nobody can come
        fits = count > least and floor.left + room <= floor.seats * (count - 1)
        return fits and table is floor.next_to_break() and not self.registration.waiting

    def _gate(self, at: int) -> Gate | None:
        """What all tables wait for; None: nothing."""
        floor, count = self.floor, len(self.floor.tables)
        if count < 2 or at < self.registration.ends:
            return None
        if floor.fits(1):
            return "final"
        if self._draws_at_three() and count > _THREE and floor.fits(_THREE):
            return "three"
        places, tickets = self._owed()
        return "round" if (places or tickets) and floor.left == (places or tickets) + 1 else None

    def _draws_at_three(self) -> bool:
        return "monthly" in (self.plan.header.classes or [])

    def _wait(self, at: int, table: EventTable) -> None:
        """Lets all tables wait; the event happens once no hand is in play."""
        if self._through:
            return
        if self.floor.idle:
            self._through = True
            self.at(at + _WAIT, self._go_through)
        else:
            self.at(at + _WAIT, partial(self._ready, table=table))

    def _go_through(self, at: int) -> None:
        begins = self.plan.schedule.next_deal(at, _HAND[1] + 20)
        if begins > at:
            self.at(begins + _WAIT, self._go_through)
            return
        self._through = False
        gate = self._gate(at)
        if gate == "round":
            self._deal_round(at)
            return
        if gate is not None:
            self.seating.draw(
                at, 1 if gate == "final" else _THREE, "final_table" if gate == "final" else "three_tables"
            )
        for table in self.floor.tables:
            self.at(at + _WAIT, partial(self._ready, table=table))

    def _deal_round(self, at: int) -> None:
        self.seating.all_balanced(at)
        self.round += 1
        for table in self.floor.tables:
            if table.size > 1:
                ended = at + _HAND[1]
                self._deals(at, table, partial(self._deal, table=table, ended=ended, number=self.round))
