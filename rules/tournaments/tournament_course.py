"""Events of a tournament's file and table logs by time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from rules.records.time_order import backward
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_logs import PlayedHand, TournamentTableLog
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Close, Event

_FIRST = -(1 << 62)  # before every time


class EventMoment(Struct, frozen=True):
    """An event or a hand. at: microseconds since the epoch, the last time for a line without; None: none yet.
    timed: has its own.
    """

    at: int | None
    line: int
    what: Event | Close | PlayedHand
    timed: bool


def course_of(file: TournamentFile, logs: Iterable[TournamentTableLog]) -> list[EventMoment]:
    """Lines in file order, before hands of the same instant."""
    every = [(0, each) for each in _of_file(file)]
    every += [(1, each) for log in logs for each in _of_log(log)]
    return [each for _, each in sorted(every, key=_order)]


def _order(placed: tuple[int, EventMoment]) -> tuple[int, int]:
    source, moment = placed
    return (_FIRST if moment.at is None else moment.at), source


def _of_file(file: TournamentFile) -> Iterator[EventMoment]:
    last: int | None = None
    lines: list[tuple[int, Event | Close]] = [*file.events, *([file.close] if file.close else [])]
    late = _late(lines)
    for line, event in lines:
        own = None if line in late else instant(event.at)
        if own is not None:
            last = own if last is None else max(last, own)
        yield EventMoment(last, line, event, own is not None)


def _late(lines: Iterable[tuple[int, Event | Close]]) -> set[int]:
    """Lines whose time is after that of lines below them, unless of different tables; such a time orders nothing."""
    timed = [(line, event, at) for line, event in lines if (at := instant(event.at)) is not None]
    tables = [getattr(event, "table", None) for _, event, _ in timed]
    return {
        timed[each.place][0]
        for each in backward(np.array([at for _, _, at in timed], np.int64))
        if each.late and len({tables[at] for at in each if isinstance(tables[at], str)}) < 2
    }


def _of_log(log: TournamentTableLog) -> Iterator[EventMoment]:
    last = instant(log.session.opened_at)
    for hand in log.hands:
        if hand.at is not None:
            last = hand.at if last is None else max(last, hand.at)
        yield EventMoment(last, hand.line, hand, hand.at is not None)
