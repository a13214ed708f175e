"""An event with levels by hands: all tables play the same hand at the same time."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from random import Random

from msgspec import UNSET

from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.tournaments.header import (
    FORMAT,
    Level,
    OwnPrizes,
    PlannedColourUp,
    Tournament,
)
from rules.tournaments.header import Table as PublishedTable
from rules.tournaments.tournament_records import (
    AnnouncedLevel,
    Break,
    Clock,
    Close,
    Draw,
    DrawnSeat,
    Entry,
    Event,
)
from simulation.events import counting
from simulation.events.book import EventBook
from simulation.events.event_request import EventRequest
from simulation.events.floor import Entrant, EventTable, Floor
from simulation.events.outs import Outs
from simulation.events.plan import EventPlan, own_prizes
from simulation.events.schedule import PlayedSchedule
from simulation.events.simulated_event_hands import EventHand, open_face_hand
from simulation.events.simulated_event_open_face import OpenFaceDealer, moments_of
from simulation.events.simulated_event_results import EventResults
from simulation.events.simulated_event_seating import SeatMover
from simulation.events.simulated_event_tables import Logs, SimulatedTableLog
from simulation.open_face_parameters import SimulatedLevels, SimulatedOpenFace

_OFFSET = dt.timezone(dt.timedelta(hours=-7))
_HAND, _PAUSE, _SPREAD = 200, 50, 20  # seconds of a hand, from one to the next, and between tables
_READY = 20  # seconds from a level, a break or a move to the next hand
_BREAK, _NIGHT = 900, 46_800
_NIGHT_AFTER = 10  # level
_MOST_HANDS = 400
_EVERY = 2  # levels from break to break


class HandOuts(Outs):
    """Exits where the level goes by the hand's number."""

    levels: SimulatedLevels

    def level(self, table: EventTable, at: int) -> int:
        return self.levels.level(table.hand)


@dataclass
class Rounds:
    header: Tournament
    rules: SimulatedOpenFace
    book: EventBook
    floor: Floor
    logs: Logs
    random: Random
    outs: HandOuts
    begins: list[int]

    def __post_init__(self) -> None:
        self.seating = SeatMover(self.floor, self.book, self.logs, position=False)
        assert self.rules.levels is not None
        self.levels = self.rules.levels

    def play(self) -> int:
        """Plays until one is left; returns the end."""
        number = 0
        while self.floor.left > 1:
            number += 1
            at = self.begins[number - 1]
            if number > 1 and (number - 1) % self.levels.hands == 0:
                self._level(at, number)
            self._seats(at)
            self._round(at, number)
        return self.begins[number - 1] + _HAND + _READY

    def _round(self, at: int, number: int) -> None:
        ends = []
        for table in sorted(self.floor.tables, key=lambda each: each.name):
            table.hand, table.button = number, table.after_button()[0]
            logged = table.name in self.logs.dealers
            begin = at + _READY + (0 if logged else self.random.randint(0, _SPREAD - 1))
            ended = at + _READY + _HAND - (_SPREAD if logged else self.random.randint(0, _SPREAD))
            played = self._played(table, begin, ended, number)
            self.outs.hand(table, begin, ended, played, None)
            for each in table.seated.values():
                each.logged_hand, each.stale = each.logged_hand or logged, not logged and each.logged_hand
            ends.append((ended, table, played))
        for ended, table, played in sorted(ends, key=lambda each: each[0]):
            self._end(ended, table, played)

    def _played(self, table: EventTable, at: int, ended: int, number: int) -> EventHand:
        value = self.levels.value(self.levels.level(number))
        if table.name in self.logs.dealers:
            return self.logs.dealers[table.name].deal(table, (value, value, value), at, ended, table.size)
        stacks = {seat: each.chips for seat, each in table.seated.items()}
        return open_face_hand(stacks, value, self.random)

    def _end(self, at: int, table: EventTable, played: EventHand) -> None:
        before = {seat: each.chips for seat, each in table.seated.items()}
        for seat, net in played.nets.items():
            table.seated[seat].chips += net
        out = [table.seated[seat] for seat in sorted(played.takers)]
        for each in out:
            self.outs.bust(at, table, each, played, before[each.seat], None)
        for each in out:
            self.floor.leave(each)

    # ------------------------------------------------------------------ between hands

    def _seats(self, at: int) -> None:
        floor = self.floor
        while len(floor.tables) > 2 and floor.fits(len(floor.tables) - 1):
            self.seating.break_table(at, floor.next_to_break())
        if len(floor.tables) > 1 and floor.fits(1):
            self.seating.draw(at, 1, "final_table")
        self.seating.all_balanced(at)

    def _level(self, at: int, number: int) -> None:
        level = self.levels.level(number)
        since = self.begins[number - 2] + _READY + _HAND
        if at - since > _BREAK:
            ends = self.book.text(at - 5)
            self.book.write(since, Break(at=ends, ends_at=ends, after_level=level - 1))
            self.book.write(since + 120, counting.counted(self.floor, self.logs, stacks=False))
        colour_up = self.levels.colour_ups.get(level - 1)
        if colour_up is not None:
            chip = self.levels.chip(level - 1)
            self.book.write(at - 20, counting.raced(self.floor, chip, colour_up, level - 1))
            self.book.write(at - 10, counting.counted(self.floor, self.logs, stacks=False))
        if level != self.levels.level(number - 1):
            self.book.write(at, AnnouncedLevel(level=level, point_value=self.levels.value(level)))


# ---------------------------------------------------------------------------------------------- put together


def event_by_hands(
    request: EventRequest, random: Random
) -> tuple[Tournament, list[Event], Close, list[SimulatedTableLog]]:
    """First line, events, last line, and logs."""
    played = library().get(_hands_of(request.ruleset))
    rules = SimulatedOpenFace.of(played)
    assert rules.levels is not None and rules.start is not None
    book = EventBook(rules.start.replace(tzinfo=_OFFSET))
    tables = -(-request.players // rules.most)
    header = _header(request, rules, tables, book, random)
    floor = Floor(
        [EventTable(f"T{each}", tables + 1 - each, each <= request.tables) for each in range(1, tables + 1)],
        rules.most,
        random,
    )
    begins = _begins(rules.levels)
    logs = _logs(header, book, floor, str(played), begins, random)
    outs = HandOuts(
        EventPlan(header, book.start, PlayedSchedule([]), rules.most, tables, 0), book, logs, random
    )
    outs.levels = rules.levels
    _enter(header, floor, book, request.players, random)
    finish = Rounds(header, rules, book, floor, logs, random, outs, begins).play()
    close = EventResults(header, request.ruleset, book, random).write(finish, finish)
    written = [dealer.log for dealer in logs.dealers.values() if dealer.log.hands]
    for log in written:
        log.close(book)
    return header, book.lines(), close, written


def _hands_of(ruleset: Ruleset) -> str:
    """Ruleset of the hands, which that of the event extends."""
    return next(each for each in ruleset.extends)


def _header(
    request: EventRequest, rules: SimulatedOpenFace, tables: int, book: EventBook, random: Random
) -> Tournament:
    entry, levels = request.ruleset.sections.entry, rules.levels
    price = entry.price if entry is not None else None
    assert price is not None and price.money is not None and levels is not None
    up = sorted(levels.colour_ups)
    return Tournament(
        format=FORMAT,
        room=request.room,
        tournament=f"sim-{request.seed}",
        number=1,
        title="A simulated open-face event",
        currency=price.currency or "USD",
        game=rules.variant,
        ruleset=request.ruleset.id,
        kind="freezeout",
        buy_in=price.money,
        fee=random.choice((UNSET, price.money // 20)),
        stack=rules.starting_stack if rules.starting_stack is not None else UNSET,
        structure=[
            Level(level=place, hands=levels.hands, point_value=value)
            for place, value in enumerate(levels.values, 1)
        ],
        prizes=OwnPrizes(places_bp=own_prizes(request.players, random)),
        tables=[
            PublishedTable(table=f"T{each}", seats=rules.most, break_order=tables + 1 - each)
            for each in range(1, tables + 1)
        ],
        seats=rules.most,
        colour_ups=[PlannedColourUp(chip=levels.chip(after), after_level=after) for after in up],
        published_at=book.text(-30 * 86_400),
        starts_at=book.text(0),
        source="table_system",
    )


def _begins(levels: SimulatedLevels) -> list[int]:
    found, at = [], 0
    for number in range(1, _MOST_HANDS + 1):
        level = levels.level(number)
        if number > 1 and (number - 1) % levels.hands == 0 and level > levels.level(number - 1):
            night = level - 1 == _NIGHT_AFTER
            at += (
                _NIGHT
                if night
                else _BREAK
                if (level - 1) % _EVERY == 0 or level - 1 in levels.colour_ups
                else 60
            )
        found.append(at)
        at += _HAND + _PAUSE
    return found


def _logs(
    header: Tournament, book: EventBook, floor: Floor, ruleset: str, begins: list[int], random: Random
) -> Logs:
    found = Logs()
    moments = moments_of([(at + _READY, at + _READY + _HAND - _SPREAD) for at in begins])
    for number, table in enumerate((each for each in floor.tables if each.logged), 1):
        log = SimulatedTableLog.opened(header, table.name, book, ruleset, number)
        found.dealers[table.name] = OpenFaceDealer.at(
            table, log, book, library().get(ruleset), random.randrange(1 << 30), moments
        )
    return found


def _enter(header: Tournament, floor: Floor, book: EventBook, players: int, random: Random) -> None:
    names = [f"p-{number:04x}" for number in random.sample(range(0x1000, 0x10000), players)]
    stack = header.stack if header.stack is not UNSET else 0
    seats = []
    for number, player in enumerate(names, 1):
        at = -7_200 + 5_000 * number // players
        entry = Entry(entry=number, player=player, channel="cashier", paid=header.buy_in, chips=stack)
        book.write(at, entry)
        entrant = Entrant(number, player, stack)
        floor.sit(entrant, *floor.draw())
        assert entrant.table is not None
        seats.append(
            DrawnSeat(entry=number, table=entrant.table.name, seat=entrant.seat, taken=book.text(-60))
        )
    book.write(-1_200, Draw(reason="start", seats=seats, method="draw"))
    book.write(0, Clock(action="start", at=book.text(0)))
