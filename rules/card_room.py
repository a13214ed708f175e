"""A card room and the terms of its licence."""

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
    """Terms of a room from a day on; None: not on record.

    tables: number licensed. zone: of IANA. day_begins: on the wall clock. fees: rake, hand_fee, time or none.
    fiscal_year_end: month and day. authority: id of the licensing one.
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
        """(N,) gaming days since 1970-01-01. Where clocks go back over its beginning, a day begins at the first."""
        begins = (self.day_begins.hour * 60 + self.day_begins.minute) * _MINUTE
        days = (local(self.zone, instants) - begins) // _DAY
        distinct, place = np.unique(days, return_inverse=True)
        next_begins = np.array([self._begins(day + 1) for day in distinct.tolist()], np.int64)
        return days + (instants >= next_begins[place]) if len(distinct) else days

    def _begins(self, day: int) -> int:
        """Instant at which a gaming day begins; beyond all instants where it has no date."""
        try:
            return instant_of(self.zone, times.date_of(day), self.day_begins)
        except (ValueError, OverflowError):
            return _NEVER


class Room(Struct, frozen=True):
    """A card room. ``terms``: oldest first, at least one. ``controls``: its own rulesets."""

    id: str
    terms: tuple[TermsOfRoom, ...]
    controls: tuple[str, ...] = ()

    def on(self, day: dt.date) -> TermsOfRoom:
        """Terms in force on a gaming day; the first ones before any."""
        begun = [each for each in self.terms if each.starts is None or each.starts <= day]
        return begun[-1] if begun else self.terms[0]

    def days(self, instants: Ints) -> Ints:
        """(N,) gaming days, each under the terms of its day; NOT_RECORDED stays."""
        recorded = instants != NOT_RECORDED
        sure = np.where(recorded, instants, 0)
        days = self.terms[0].days(sure)
        for later in self.terms[1:]:
            if later.starts is not None:
                its = later.days(sure)
                days = np.where(its >= later.starts.toordinal() - times.EPOCH_DAY, its, days)
        return np.where(recorded, days, NOT_RECORDED)

    def day_of(self, instant: int) -> dt.date:
        """Gaming day of an instant."""
        return times.date_of(int(self.days(np.array([instant]))[0]))

    def day(self, text: str) -> dt.date | None:
        """Gaming day of a time as text; None: not a time."""
        found = times.parse_one(text)
        return self.day_of(found[0]) if found else None


def dated(hands: Hands, session: Session, room: Room | None) -> Hands:
    """Hands whose day, which selects their revision, is the room's gaming day."""
    if room is None:
        return hands
    opened = times.parse_one(session.opened_at)
    at = np.where(hands.at == NOT_RECORDED, opened[0] if opened else NOT_RECORDED, hands.at)
    return replace(hands, day=room.days(at))


def licence_classes(room: Room | None, days: Ints) -> Sequence[str | None]:
    """Licence class on each gaming day; None: not on record."""
    if room is None:
        return [None] * len(days)
    return [
        None if day == NOT_RECORDED else room.on(times.date_of(day)).licence_class for day in days.tolist()
    ]
