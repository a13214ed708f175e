"""A card room and the terms of its licence, from a day on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules import times
from rules.hands import NOT_RECORDED, Hands, Ints
from rules.records.events import Session
from rules.zones import instant_of, local

LICENCE_CLASSES = ("E", "F", "house-banked")  # of public card rooms in Washington (WAC 230-03, 230-15)
_DAY = 86_400_000_000
_MINUTE = 60_000_000
_NEVER = int(np.iinfo(np.int64).max)


class TermsOfRoom(Struct, frozen=True):
    """The terms of a room from a day on; None: not on record.

    tables: number licensed for. zone: an IANA time zone. day_begins: hour of the wall clock at which a gaming day begins.
    fees: kind that its tables pay (rake, hand_fee, time or none). fiscal_year_end: month and day. authority: id of the one
    that licenses it, with its mandatory rulesets.
    """

    zone: str
    day_begins: dt.time = dt.time()
    starts: dt.date | None = None  # None: from the beginning
    licence_class: str | None = None
    tables: int | None = None
    fees: str | None = None
    fiscal_year_end: tuple[int, int] | None = None
    authority: str | None = None

    def days(self, instants: Ints) -> Ints:
        """(N,) the gaming day of each instant, in days since 1970-01-01.

        Where clocks go back over the hour at which it begins, it begins when they first show that hour.
        """
        begins = (self.day_begins.hour * 60 + self.day_begins.minute) * _MINUTE
        days = (local(self.zone, instants) - begins) // _DAY
        distinct, place = np.unique(days, return_inverse=True)
        next_begins = np.array([self._begins(day + 1) for day in distinct.tolist()], np.int64)
        return days + (instants >= next_begins[place]) if len(distinct) else days

    def _begins(self, day: int) -> int:
        """The instant at which a gaming day (days since 1970-01-01) begins; beyond all instants for days without a date."""
        try:
            return instant_of(self.zone, times.date_of(day), self.day_begins)
        except (ValueError, OverflowError):
            return _NEVER


class Room(Struct, frozen=True):
    """A card room. ``terms``: the oldest first, at least one. ``controls``: the rulesets that it filed as its own."""

    id: str
    terms: tuple[TermsOfRoom, ...]
    controls: tuple[str, ...] = ()

    def on(self, day: dt.date) -> TermsOfRoom:
        """The terms in force on a gaming day; the first terms for days before them."""
        begun = [each for each in self.terms if each.starts is None or each.starts <= day]
        return begun[-1] if begun else self.terms[0]

    def days(self, instants: Ints) -> Ints:
        """(N,) gaming days (since 1970-01-01) of instants, each under the terms of that day; NOT_RECORDED for NOT_RECORDED."""
        recorded = instants != NOT_RECORDED
        sure = np.where(recorded, instants, 0)
        days = self.terms[0].days(sure)
        for later in self.terms[1:]:
            if later.starts is not None:
                its = later.days(sure)
                days = np.where(its >= later.starts.toordinal() - times.EPOCH_DAY, its, days)
        return np.where(recorded, days, NOT_RECORDED)

    def day_of(self, instant: int) -> dt.date:
        """The gaming day of an instant, in microseconds since 1970."""
        return times.date_of(int(self.days(np.array([instant]))[0]))

    def day(self, text: str) -> dt.date | None:
        """The gaming day of a time as a log writes it; None where the text is not a time."""
        found = times.parse_one(text)
        return self.day_of(found[0]) if found else None


def dated(hands: Hands, session: Session, room: Room | None) -> Hands:
    """Hands with the day that selects their revision: the room's gaming day, where the room is on record."""
    if room is None:
        return hands
    opened = times.parse_one(session.opened_at)
    at = np.where(hands.at == NOT_RECORDED, opened[0] if opened else NOT_RECORDED, hands.at)
    return replace(hands, day=room.days(at))


def licence_classes(room: Room | None, days: Ints) -> Sequence[str | None]:
    """The licence class of a room on each gaming day; None where it is not on record."""
    if room is None:
        return [None] * len(days)
    return [
        None if day == NOT_RECORDED else room.on(times.date_of(day)).licence_class for day in days.tolist()
    ]
