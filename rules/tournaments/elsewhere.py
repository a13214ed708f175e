"""Tournament players in hands of other tables. OLY-2.7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.tournaments.seats_now import SeatingNow, follow
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_course import EventMoment, course_of
from rules.tournaments.tournament_logs import PlayedHand, TournamentTableLog
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Clock, Close, Deal, Entry


class Playing(NamedTuple):
    """A tournament player in another hand, with the live entry."""

    entry: int
    player: str
    seat: int


class OtherHand(Struct, frozen=True):
    """A hand of another event or table with tournament players. playing None: a time was unrecorded."""

    record: PlayedHand
    playing: tuple[Playing, ...] | None


class _Running(Struct):
    """A tournament from its start until few players, a deal or the close."""

    starts: int | None
    by_clock: bool
    least: int
    started: bool = False
    over: bool = False

    def take(self, moment: EventMoment) -> None:
        event = moment.what
        self.started |= isinstance(event, Clock) and event.action == "start"
        self.over |= isinstance(event, Deal | Close)

    def on(self, room: SeatingNow, at: int) -> bool:
        began = self.started or (not self.by_clock and self.starts is not None and self.starts <= at)
        return began and not self.over and not (room.left <= self.least < room.most)


def other_hands(file: TournamentFile, others: Sequence[TournamentTableLog], least: int) -> list[OtherHand]:
    """Hands of other tables with tournament players. least: players at which the tournament is over."""
    if not others:
        return []
    entered = {each.player for _, each in file.events if isinstance(each, Entry)}
    by_clock = any(isinstance(each, Clock) and each.action == "start" for _, each in file.events)
    running = _Running(instant(file.header.starts_at), by_clock, least)
    room = SeatingNow()
    found = []
    for moment in course_of(file, others):
        event = moment.what
        if not isinstance(event, PlayedHand):
            running.take(moment)
            follow(room, moment)
        elif any(seat.player in entered for seat in event.seats):
            found.append(OtherHand(event, _playing(room, running, event)))
    return found


def _playing(room: SeatingNow, running: _Running, hand: PlayedHand) -> tuple[Playing, ...] | None:
    if hand.at is None or (not running.by_clock and running.starts is None):
        return None
    if not running.on(room, hand.at):
        return ()
    entries = [(room.newest.get(seat.player), seat) for seat in hand.seats]
    return tuple(
        Playing(entry, seat.player, seat.seat) for entry, seat in entries if entry is not None and room.live(entry)
    )  # fmt: skip
