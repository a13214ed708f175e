"""Chips in play at each count. OLY-3.4-05, OLY-3.4-06, OLY-3.4-09, OLY-1.55, CARN-start-stack."""

from __future__ import annotations

from msgspec import UNSET, Struct, field

from rules.controls.sections import Sections
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_field import DISQUALIFIED
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    AddOn,
    ColourUp,
    Count,
    Draw,
    DrawnSeat,
    Elimination,
    Entry,
    Event,
    Move,
    Penalty,
    Rebuy,
    Seating,
    Unregister,
    Waiting,
)
from rules.tournaments.tournament_undetermined import Open


class ChipsInPlay(Struct, frozen=True):
    """Chips due at a count, or a colour-up of every stack. None: not shown."""

    line: int
    due: int | None
    counted: int
    what: str


class _Stack(Struct):
    """An entry's chips as sold; None: unknown. since: instant of coming into play; None: not in play."""

    chips: int | None
    since: int | None = None
    table: str | None = None
    out: bool = False


# In play since ever, where an entry came in at its line.
_ALWAYS = -1


class _Table(Struct):
    """Chips in play. moved: change by colour-ups, disqualifications and counts; None: unknown."""

    header: Tournament
    starting: int | None
    all_paid: bool  # while somebody waits, every paid entry is in play
    stacks: dict[int, _Stack] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    moved: int | None = 0
    now: int | None = None

    def due(self) -> int | None:
        sold = [each.chips for each in self.in_play()]
        if self.moved is None or None in sold:
            return None
        return self.moved + sum(each for each in sold if each is not None)

    def in_play(self) -> list[_Stack]:
        return [each for each in self.stacks.values() if self.holds(each)]

    def holds(self, stack: _Stack) -> bool:
        if stack.since is None or stack.since == _ALWAYS:
            return stack.since is not None
        return self.now is None or stack.since <= self.now

    def tables(self) -> set[str]:
        return {each.table for each in self.in_play() if each.table is not None and not each.out}

    def counted(self, chips: int) -> None:
        """Take a count as the base of later ones: a difference is reported once."""
        sold = [each.chips for each in self.in_play()]
        if None in sold:
            for each in self.in_play():
                each.chips = each.chips or 0
        self.moved = chips - sum(each or 0 for each in sold)


def chips_of(file: TournamentFile, rules: Sections) -> tuple[list[ChipsInPlay], list[Open]]:
    """Chips in play at each count, and at colour-ups that list every stack."""
    entry = rules.entry
    all_paid = entry is not None and entry.stacks_enter is not None
    stack = file.header.stack
    table = _Table(file.header, rules.event.starting_stack.chips if stack is UNSET else stack, all_paid)
    seats = any(isinstance(event, Seating | Draw) for _, event in file.events)
    found: list[ChipsInPlay] = []
    opened: list[Open] = []
    for line, event in file.events:
        table.now = instant(event.at) or table.now
        for each in _followed(table, line, event, seats):
            found.append(each)
            if each.due is None:
                because = (
                    "what was in play, or on every table, was not recorded"
                    if seats
                    else "no seats were recorded"
                )
                opened.append(Open("chips", because, line))
    return found, opened


def _followed(table: _Table, line: int, event: Event, seats: bool) -> list[ChipsInPlay]:
    if isinstance(event, Count):
        total = sum(
            each.chips if each.chips is not UNSET else sum(stack.chips for stack in each.stacks or [])
            for each in event.tables
        )
        if table.tables() <= {each.table for each in event.tables}:
            return [_compared(table, line, total, seats, "count")]
        return [ChipsInPlay(line, None, total, "count")]
    if isinstance(event, ColourUp):
        return _raced(table, line, event, seats)
    if isinstance(event, Entry):
        _entered(table, event)
    elif isinstance(event, Rebuy):
        _bought(table, event)
    elif isinstance(event, Seating):
        _seated(table, event)
    elif isinstance(event, Draw):
        for each in event.seats:
            _seated(table, each)
    elif isinstance(event, Move) and event.entry in table.stacks:
        table.stacks[event.entry].table = event.to.table
    elif isinstance(event, Waiting):
        _waits(table, event)
    elif isinstance(event, Unregister):
        table.stacks.pop(event.entry, None)
    elif isinstance(event, Elimination | Penalty):
        _out(table, event)
    return []


def _compared(table: _Table, line: int, counted: int, seats: bool, what: str) -> ChipsInPlay:
    found = ChipsInPlay(line, table.due() if seats else None, counted, what)
    table.counted(counted)
    return found


def _raced(table: _Table, line: int, event: ColourUp, seats: bool) -> list[ChipsInPlay]:
    listed = {each.entry: each for one in event.tables for each in one.stacks}
    live = {number for number, each in table.stacks.items() if not each.out and table.holds(each)}
    found = []
    if seats and live and live <= set(listed):
        before = sum(each.before for each in listed.values())
        found.append(_compared(table, line, before, seats, "colour_up"))
    if table.moved is not None:
        table.moved += sum(each.after - each.before for each in listed.values())
    return found


def _entered(table: _Table, event: Entry) -> None:
    if event.entry in table.stacks:
        return
    offer = 0
    if event.offer is not UNSET and table.header.offers is not UNSET:
        offer = sum(each.chips for each in table.header.offers if each.code == event.offer)
    sold = event.chips if event.chips is not UNSET else table.starting
    chips = sold if event.chips is not UNSET or sold is None else sold + offer
    stack = _Stack(chips)
    if table.all_paid and table.waiting:
        stack.since = _ALWAYS
    table.stacks[event.entry] = stack
    if event.player in table.waiting:
        table.waiting.remove(event.player)


def _bought(table: _Table, event: Rebuy) -> None:
    offered = table.header.add_on if isinstance(event, AddOn) else table.header.rebuy
    published = None if offered is UNSET else offered.chips
    chips = published if event.chips is UNSET else event.chips
    stack = table.stacks.get(event.entry)
    if stack is not None:
        stack.chips = None if stack.chips is None or chips is None else stack.chips + chips
        stack.out = stack.out and isinstance(event, AddOn)


def _seated(table: _Table, seat: Seating | DrawnSeat) -> None:
    """Put an entry into play when its first seat was taken, else from that line."""
    stack = table.stacks.get(seat.entry)
    if stack is None:
        return
    stack.table = seat.table
    if stack.since is None:
        taken = instant(seat.taken)
        stack.since = _ALWAYS if taken is None else taken


def _waits(table: _Table, event: Waiting) -> None:
    """Put every paid entry into play once somebody waits."""
    if event.action == "join":
        table.waiting.append(event.player)
        for each in table.stacks.values() if table.all_paid else ():
            each.since = _ALWAYS
    elif event.player in table.waiting:
        table.waiting.remove(event.player)


def _out(table: _Table, event: Elimination | Penalty) -> None:
    stack = table.stacks.get(event.entry)
    if stack is None or stack.out or (isinstance(event, Penalty) and event.kind != DISQUALIFIED):
        return
    stack.out = True
    if isinstance(event, Penalty):
        removed = None if event.removed is UNSET else event.removed
        table.moved = None if table.moved is None or removed is None else table.moved - removed
