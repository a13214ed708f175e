"""A log, and the hands that it is made of: who sat where with which rows, and what happened."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import json

from tests.rules.build import Event

OPENED = dt.datetime(2013, 7, 13, 17, 0, tzinfo=dt.timezone(dt.timedelta(hours=-7)))
HAND, TURN = 900, 12  # seconds


@dataclass(frozen=True)
class Log:
    """A session line and the lines after it."""

    name: str
    system: str
    session: Event
    lines: list[Event]

    @cached_property
    def encoded(self) -> list[bytes]:
        return [json.encode(line) for line in self.lines]


@dataclass(frozen=True)
class Clock:
    """Called on a seat at a turn, so many seconds into it. took: seconds from the call; None: it never acted."""

    seat: int
    turn: int
    by: int
    after: int
    took: int | None = None

    @property
    def lasts(self) -> int:
        """Seconds of the turn; the floor sets the card a second after the time."""
        return self.after + (31 if self.took is None else self.took)


@dataclass(frozen=True)
class Deal:
    """A hand to be made right. Rows by seat, "front middle back"; None: the player missed the hand.

    placed: every card as it was set is on record, and when. clocks: that were called. stops: a seat sets no more after so
    many turns. fields: of the hand; of_seats: of seats, by number.
    """

    button: int
    rows: dict[int, str | None]
    placed: bool = False
    timed: bool = True
    clocks: list[Clock] | None = None
    stops: dict[int, int] = field(default_factory=dict)
    fields: Event = field(default_factory=dict)
    of_seats: dict[int, Event] = field(default_factory=dict)


def at(seconds: int, place: int) -> str:
    """A time so many seconds into the hand at a place of the log."""
    return (OPENED + dt.timedelta(seconds=HAND * (place + 1) + seconds)).isoformat()
