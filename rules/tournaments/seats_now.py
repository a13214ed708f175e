"""Seats of a tournament line by line, by its file, else by its tables' hands; `seating_of` sets statements beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, field

from rules.tournaments.tournament_course import EventMoment
from rules.tournaments.tournament_field import DISQUALIFIED
from rules.tournaments.tournament_logs import PlayedHand
from rules.tournaments.tournament_records import (
    AddOn,
    ColourUp,
    Count,
    CountedStack,
    Draw,
    DrawnSeat,
    Elimination,
    Entry,
    Hand,
    Move,
    Penalty,
    Rebuy,
    RoyalHit,
    Seating,
    TableBreak,
    Unregister,
    Waiting,
)
from rules.tournaments.tournament_seats import (
    Chair,
    ChipsWhileOut,
    Claim,
    DealtEntry,
    DealtHand,
    HeldSeat,
    PlacedEntry,
    SeatingPlan,
    SeatMove,
    TableBroken,
)


class _Bust(Struct, frozen=True):
    line: int
    table: str | None
    hand: int | None
    chair: Chair | None
    disqualified: bool = False


def seating_of(course: Iterable[EventMoment]) -> SeatingPlan:
    """Follow the course of a tournament."""
    room = SeatingNow()
    for moment in course:
        follow(room, moment)
    return SeatingPlan(
        room.recorded, tuple(room.claims), tuple(room.moves), tuple(room.placed), tuple(room.hands), tuple(room.broken),
        tuple(room.while_out),
    )  # fmt: skip


class _Now(Struct, frozen=True):
    sizes: dict[str, int]
    unplaced: tuple[int, ...]


class SeatingNow(Struct):
    """Present seats. chairs: by the file; seen: by hands, of entries without one in the file."""

    players: dict[int, str] = field(default_factory=dict)
    newest: dict[str, int] = field(default_factory=dict)
    chairs: dict[int, Chair] = field(default_factory=dict)
    seen: dict[int, Chair] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    busts: dict[int, _Bust] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)
    breaks: dict[str, int | None] = field(default_factory=dict)  # of broken tables: after which hand
    used: set[str] = field(default_factory=set)  # tables at which somebody sat
    undrawn: set[int] = field(default_factory=set)
    most: int = 0
    recorded: bool = False
    claims: list[Claim] = field(default_factory=list)
    moves: list[SeatMove] = field(default_factory=list)
    placed: list[PlacedEntry] = field(default_factory=list)
    hands: list[DealtHand] = field(default_factory=list)
    broken: list[TableBroken] = field(default_factory=list)
    while_out: list[ChipsWhileOut] = field(default_factory=list)
    _now: _Now | None = None
    _left: int | None = None

    def live(self, entry: int) -> bool:
        return entry in self.players and entry not in self.busts and entry not in self.gone

    def held(self, entry: int) -> HeldSeat:
        """Seat by the file; none after its table was broken, until the file states one."""
        if not self.live(entry):
            return HeldSeat(None, gone=entry in self.players)
        chair = self.chairs.get(entry)
        return HeldSeat(None if chair is None or chair.table in self.breaks else chair)

    def place(self, entry: int) -> Chair | None:
        """Known seat of an entry."""
        chair = self._there(self.chairs.get(entry)) if self.live(entry) else None
        return chair or self._there(self.seen.get(entry))

    def _there(self, chair: Chair | None) -> Chair | None:
        return None if chair is None or chair.table in self.breaks else chair

    @property
    def now(self) -> _Now:
        """Players at each table, and live entries without a known seat."""
        if self._now is None:
            there = self._there
            places = {
                entry: there(self.chairs.get(entry)) or there(self.seen.get(entry)) for entry in self._live()
            }
            unseated = (entry for entry, chair in places.items() if chair is None and self._had_seat(entry))
            self._now = _Now(
                dict(Counter(chair.table for chair in places.values() if chair is not None)),
                tuple(sorted(unseated)),
            )
        return self._now

    @property
    def left(self) -> int:
        """Number of players still in."""
        if self._left is None:
            self._left = len({self.players[entry] for entry in self._live()})
        return self._left

    def _live(self) -> list[int]:
        out = self.busts.keys() | self.gone
        return [entry for entry in self.players if entry not in out]

    def _had_seat(self, entry: int) -> bool:
        return entry in self.lost or entry in self.chairs

    def changed(self) -> None:
        """Drop derived values after a change of seats."""
        self._now = self._left = None

    def tables_changed(self) -> None:
        """Note numbers of tables, below the present one, at which a draw is due."""
        if self.undrawn.issuperset(_DRAWN_AT):
            return
        tables = len(self.now.sizes)
        self.undrawn |= {each for each in _DRAWN_AT if tables > each}


_DRAWN_AT = (1, 3)  # tables left
_CHANGING = (
    Entry,
    Seating,
    Draw,
    Move,
    TableBreak,
    Elimination,
    Penalty,
    Rebuy,
    Unregister,
)  # who is in, or where


def follow(room: SeatingNow, moment: EventMoment) -> None:
    """Take a line of the file, or a hand of a table."""
    event, line = moment.what, moment.line
    if isinstance(event, Hand | PlayedHand):
        _dealt(room, line, event)
        return
    if isinstance(event, Entry):
        _entered(room, event)
    elif isinstance(event, Seating | Draw | Move | TableBreak):
        _seats(room, line, event)
    elif isinstance(event, Elimination | Penalty | Rebuy | Unregister):
        _in_or_out(room, line, event)
    elif isinstance(event, Waiting):
        _waits(room, event)
    elif isinstance(event, Count | ColourUp | RoyalHit):
        _stacks(room, line, event)
    if isinstance(event, _CHANGING):
        room.changed()
    if isinstance(event, Entry | Rebuy):
        room.most = max(room.most, room.left)
    elif isinstance(event, Seating | Draw | Move | TableBreak):
        room.tables_changed()


def _entered(room: SeatingNow, event: Entry) -> None:
    if event.entry not in room.players:
        room.players[event.entry] = event.player
        room.newest[event.player] = event.entry
    if event.player in room.waiting:
        room.waiting.remove(event.player)


def _waits(room: SeatingNow, event: Waiting) -> None:
    if event.action == "join":
        room.waiting.append(event.player)
    elif event.player in room.waiting:
        room.waiting.remove(event.player)


# ---------------------------------------------------------------- seats


def _seats(room: SeatingNow, line: int, event: Seating | Draw | Move | TableBreak) -> None:
    if isinstance(event, TableBreak):
        room.broken.append(TableBroken(line, event, frozenset(room.used - set(room.now.sizes))))
        room.breaks[event.table] = None if event.after_hand is UNSET else event.after_hand
        room.seen = {entry: chair for entry, chair in room.seen.items() if chair.table != event.table}
    elif isinstance(event, Move):
        room.moves.append(SeatMove(line, event, _held_before(room, event), room.now.sizes))
        _sits(room, line, event.entry, Chair(event.to.table, event.to.seat))
    else:
        room.recorded = True
        if isinstance(event, Seating):
            _sits(room, line, event.entry, Chair(event.table, event.seat))
        else:
            _drawn(room, line, event)


def _held_before(room: SeatingNow, event: Move) -> HeldSeat:
    chair = room.chairs.get(event.entry) if room.live(event.entry) else None
    return HeldSeat(chair) if chair is not None else room.held(event.entry)


def _drawn(room: SeatingNow, line: int, event: Draw) -> None:
    room.lost |= set(room.chairs)
    room.chairs.clear()
    room.seen.clear()
    for each in event.seats:
        _sits_drawn(room, line, each)
    if event.method is UNSET or event.method == "draw":
        room.undrawn.discard(len({each.table for each in event.seats}))


def _sits_drawn(room: SeatingNow, line: int, seat: DrawnSeat) -> None:
    _sits(room, line, seat.entry, Chair(seat.table, seat.seat))


def _sits(room: SeatingNow, line: int, entry: int, chair: Chair) -> None:
    if chair.table in room.breaks:
        del room.breaks[chair.table]
        left = {each for each, held in room.chairs.items() if held.table == chair.table and each != entry}
        room.lost |= left
        room.chairs = {each: held for each, held in room.chairs.items() if each not in left}
    if entry not in room.players:
        return
    holders = (each for each, held in room.chairs.items() if held == chair and each != entry)
    room.claims.append(Claim(line, entry, chair, next(holders, None)))
    if room.live(entry):
        room.chairs[entry] = chair
        room.lost.discard(entry)
        room.seen.pop(entry, None)
        room.used.add(chair.table)


# ---------------------------------------------------------------- in and out


def _in_or_out(room: SeatingNow, line: int, event: Elimination | Penalty | Rebuy | Unregister) -> None:
    if isinstance(event, Elimination) and event.table is not UNSET:
        room.placed.append(PlacedEntry(line, event.entry, event.table, room.held(event.entry)))
    if event.entry not in room.players or event.entry in room.gone:
        return
    if isinstance(event, Unregister):
        room.gone.add(event.entry)
        room.chairs.pop(event.entry, None)
    elif isinstance(event, Rebuy):
        _bought(room, event)
    elif event.entry not in room.busts and not (isinstance(event, Penalty) and event.kind != DISQUALIFIED):
        room.busts[event.entry] = _bust(line, event, room.chairs.pop(event.entry, None))


def _bust(line: int, event: Elimination | Penalty, chair: Chair | None) -> _Bust:
    if isinstance(event, Penalty):
        return _Bust(line, None, None, chair, disqualified=True)
    table = None if event.table is UNSET else event.table
    return _Bust(line, table, None if event.hand is UNSET else event.hand, chair)


def _bought(room: SeatingNow, event: Rebuy) -> None:
    """Take a bust back by a rebuy: at the old seat, if it is still free."""
    bust = room.busts.get(event.entry)
    if bust is None or isinstance(event, AddOn):
        return
    del room.busts[event.entry]
    others = (each for each in room.players if each != event.entry and room.live(each))
    if bust.chair is not None and bust.chair not in {room.place(each) for each in others}:
        room.chairs[event.entry] = bust.chair
    else:
        room.lost.add(event.entry)


# ---------------------------------------------------------------- hands, and other lines that say who is where


def _stacks(room: SeatingNow, line: int, event: Count | ColourUp | RoyalHit) -> None:
    if isinstance(event, RoyalHit):
        named = [(event.entry, event.table)] if event.table is not UNSET else []
    else:
        named = [(stack.entry, each.table) for each in event.tables for stack in each.stacks or ()]
        room.while_out += _while_out(room, line, event)
    for entry, table in named:
        room.placed.append(PlacedEntry(line, entry, table, room.held(entry)))


def _while_out(room: SeatingNow, line: int, event: Count | ColourUp) -> Iterator[ChipsWhileOut]:
    """Chips listed for entries that are out, except disqualified ones, which another rule covers."""
    for table in event.tables:
        for stack in table.stacks or ():
            bust = room.busts.get(stack.entry)
            chips = stack.chips if isinstance(stack, CountedStack) else max(stack.before, stack.after)
            if bust is not None and not bust.disqualified and chips > 0:
                player = room.players[stack.entry]
                yield ChipsWhileOut(line, stack.entry, player, table.table, chips, bust.line)


def _dealt(room: SeatingNow, line: int, event: Hand | PlayedHand) -> None:
    players = _players(room, event)
    _see(room, players or ())
    session = event.session.session if isinstance(event, PlayedHand) else None
    record = event if isinstance(event, Hand) else None
    now = room.now
    room.hands.append(
        DealtHand(
            session, line, event.table, event.hand, record, players, len(event.seats or ()),
            now.sizes, now.unplaced, room.left, room.most,
            bool(room.waiting), frozenset(room.undrawn), _broken(room, event),
        )
    )  # fmt: skip


def _see(room: SeatingNow, players: Iterable[DealtEntry]) -> None:
    unknown = (
        each for each in players if each.bust is None and not each.held.known and room.live(each.entry)
    )
    shown = [each for each in unknown if room.seen.get(each.entry) != each.chair]
    for each in shown:
        room.seen[each.entry] = each.chair
        room.used.add(each.chair.table)
    if shown:
        room.changed()
        room.tables_changed()


def _players(room: SeatingNow, event: Hand | PlayedHand) -> tuple[DealtEntry, ...] | None:
    if isinstance(event, PlayedHand):
        seats = [(room.newest.get(each.player), each.seat) for each in event.seats]
    elif event.seats is UNSET:
        return None
    else:
        seats = [(each.entry, each.seat) for each in event.seats]
    return tuple(
        DealtEntry(entry, room.players[entry], Chair(event.table, seat), room.held(entry), _out_before(room, entry, event))
        for entry, seat in seats
        if entry is not None and entry in room.players
    )  # fmt: skip


def _out_before(room: SeatingNow, entry: int, event: Hand | PlayedHand) -> int | None:
    """Line where an entry went out before a hand; earlier hands at its last table do not count."""
    bust = room.busts.get(entry)
    if bust is None:
        return None
    same = bust.table == event.table and bust.hand is not None and event.hand <= bust.hand
    return None if same else bust.line


def _broken(room: SeatingNow, event: Hand | PlayedHand) -> bool:
    if event.table not in room.breaks:
        return False
    last = room.breaks[event.table]
    return last is None or event.hand > last
