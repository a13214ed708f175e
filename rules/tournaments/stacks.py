"""Stacks in a tournament's logs: at counts, and in hands of eliminations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UNSET

from rules.tournaments.header import Tournament
from rules.tournaments.seats_now import SeatingNow, follow
from rules.tournaments.tournament_course import EventMoment, course_of
from rules.tournaments.tournament_logs import PlayedHand, SeatedPlayer, TournamentTableLog
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    AddOn,
    ColourUp,
    Count,
    Draw,
    Elimination,
    Hand,
    Move,
    Rebuy,
    Seating,
)


class InHand(NamedTuple):
    """A player in a hand of a log."""

    hand: PlayedHand
    seat: SeatedPlayer

    @property
    def left(self) -> int | None:
        """Chips after the hand; None: not shown."""
        return None if self.seat.stack is None or self.seat.net is None else self.seat.stack + self.seat.net


class ComparedStack(NamedTuple):
    """A counted stack. left: by the last hand, with later purchases and races; None: no log shows it."""

    entry: int
    table: str
    chips: int
    left: int | None
    after: PlayedHand | None


@dataclass(frozen=True)
class LoggedBust:
    """An elimination by the logs. exact: in the named hand. last: last hand since the last purchase. there: a
    log has the named hand.
    """

    line: int
    record: Elimination
    exact: InHand | None
    last: InHand | None
    there: bool


@dataclass(frozen=True)
class LoggedStacks:
    """counts: each count's line and stacks."""

    counts: tuple[tuple[int, tuple[ComparedStack, ...]], ...]
    busts: tuple[LoggedBust, ...]


@dataclass
class _Followed:
    header: Tournament
    logs: Sequence[TournamentTableLog]
    room: SeatingNow = field(default_factory=SeatingNow)
    left: dict[int, tuple[int | None, PlayedHand]] = field(default_factory=dict)  # by entry
    last: dict[int, InHand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tables = {log.session.table for log in self.logs}
        self.there = {(hand.table, hand.hand) for log in self.logs for hand in log.hands}
        self.numbered: defaultdict[int, list[tuple[str, PlayedHand]]] = defaultdict(
            list
        )  # with the session of each
        for log in self.logs:
            for hand in log.hands:
                self.numbered[hand.hand].append((log.session.session, hand))


def logged_stacks(file: TournamentFile, logs: Sequence[TournamentTableLog]) -> LoggedStacks:
    """Follow a file and its tables' logs."""
    state = _Followed(file.header, logs)
    counts: list[tuple[int, tuple[ComparedStack, ...]]] = []
    busts: list[LoggedBust] = []
    for moment in course_of(file, logs):
        event = moment.what
        if isinstance(event, Count) and any(each.stacks for each in event.tables):
            counts.append((moment.line, tuple(_counted(state, event))))
        elif isinstance(event, Elimination):
            busts.append(_bust(state, moment.line, event))
        _take(state, moment)
    return LoggedStacks(tuple(counts), tuple(busts))


def _counted(state: _Followed, event: Count) -> Iterator[ComparedStack]:
    for table in event.tables:
        for stack in table.stacks or ():
            left, after = state.left.get(stack.entry, (None, None))
            yield ComparedStack(stack.entry, table.table, stack.chips, left, after)


def _bust(state: _Followed, line: int, event: Elimination) -> LoggedBust:
    player = state.room.players.get(event.entry)
    named = _hands_of(state, event)
    exact = (InHand(hand, seat) for hand in named for seat in hand.seats if seat.player == player)
    return LoggedBust(line, event, next(exact, None), state.last.get(event.entry), bool(named))


def _hands_of(state: _Followed, event: Elimination) -> list[PlayedHand]:
    if event.hand is UNSET:
        return []
    return [
        hand
        for session, hand in state.numbered.get(event.hand, ())
        if event.table in (UNSET, hand.table) and event.session in (UNSET, session)
    ]


def _take(state: _Followed, moment: EventMoment) -> None:
    event = moment.what
    if isinstance(event, PlayedHand):
        for seat in event.seats:
            entry = state.room.newest.get(seat.player)
            if entry is not None:
                state.last[entry] = InHand(event, seat)
                state.left[entry] = state.last[entry].left, event
    follow(state.room, moment)
    if isinstance(event, Rebuy):
        _changed(state, event.entry, _chips(state.header, event))
        state.last.pop(event.entry, None)  # no later bust is of a hand before it
    elif isinstance(event, ColourUp):
        for table in event.tables:
            for stack in table.stacks:
                _changed(state, stack.entry, stack.after - stack.before)
    elif isinstance(event, Seating | Draw | Move):
        _forget(state, lambda table: table not in state.tables)
    elif isinstance(event, Hand) and (event.table, event.hand) not in state.there:
        _forget(state, event.table.__eq__)


def _chips(header: Tournament, event: Rebuy) -> int | None:
    offered = header.add_on if isinstance(event, AddOn) else header.rebuy
    if event.chips is not UNSET:
        return event.chips
    return None if offered is UNSET else offered.chips


def _changed(state: _Followed, entry: int, chips: int | None) -> None:
    if entry in state.left:
        left, after = state.left[entry]
        state.left[entry] = (None if left is None or chips is None else left + chips), after


def _forget(state: _Followed, unlogged: Callable[[str], bool]) -> None:
    for entry in list(state.left):
        chair = state.room.place(entry)
        if chair is not None and unlogged(chair.table):
            del state.left[entry]
