"""Contribution of one log to the checks across the sessions of a room; small, and stored as JSON.

Instants are microseconds since 1970-01-01T00:00Z; texts are as they stood in the log; days are gaming days of the room (the
day as written where the room was not on record), as ISO dates. None: not recorded.
"""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

from rules.checks.support.chip_ends import ChipsBrought, ChipsLeft
from rules.checks.support.fee_triangle import Sides


class SeatedStretch(Struct, frozen=True, kw_only=True):
    """A player in one seat over successive hands without a rest of the table (`rules/checks/support/stretches.py`).

    banked: hands in which he was the banker, who may be the house. missed: hands in which he was dealt no cards. runs_on: the
    last hand has no recorded end, so that it was in play at ``ends`` and some time after.
    """

    player: str
    seat: int
    first: int
    last: int
    hands: int
    begins: int | None
    ends: int | None
    banked: int = 0
    missed: int = 0
    runs_on: bool = False


class Counting(Struct, frozen=True, kw_only=True):
    """One count of a drop box."""

    kind: str
    amount: int
    at: str
    day: str
    line: int


class DayPart(Struct, frozen=True, kw_only=True):
    """Part of a session on one gaming day, by the hands' own days.

    first_at: its first deal; last_at: its last deal or settlement.
    """

    day: str
    hands: int
    void: int
    sides: list[Sides]  # by kind of fee
    first_at: int | None = None
    last_at: int | None = None


class JackpotLevel(Struct, frozen=True, kw_only=True):
    """Balance of the jackpot's account when the house closed."""

    at: int
    amount: int


class JackpotPaid(Struct, frozen=True, kw_only=True):
    """Total payment of a jackpot that was hit."""

    at: int
    amount: int


class JackpotAccount(Struct, frozen=True, kw_only=True):
    """House jackpot in a log of pot games, in the order of its lines."""

    levels: list[JackpotLevel]
    paid: list[JackpotPaid]


class Deadline(Struct, frozen=True, kw_only=True):
    """Days of a deadline by the controls, and the clause that states it."""

    days: int
    clause: str


class Numbering(Struct, frozen=True, kw_only=True):
    """Beginning of a session's hand numbers by a room's controls. begin: one, continued; None: they do not say."""

    begin: str | None
    clause: str


class Version(Struct, frozen=True, kw_only=True):
    """An earlier file for the same session."""

    sha256: str
    received_at: str | None


class Numbered(Struct, frozen=True, kw_only=True):
    """A session of another gaming day, by its running number."""

    number: int
    session: str
    day: str


class ChipsAtEnds(Struct, frozen=True, kw_only=True):
    """Chips of a log's players in its first hand, and after its last one, by their ids.

    buys, cashes: some player's purchase, or cash-out, is on record. cut: hands after the last one may be missing.
    """

    brought: list[ChipsBrought]
    left: list[ChipsLeft]
    buys: bool
    cashes: bool
    cut: bool


class SessionSummary(Struct, frozen=True, kw_only=True):
    """A session as the checks across sessions see it.

    dated: every hand's gaming day is known. sides: the fee triangle of the whole log, by kind. fixed_fees: whether the
    controls of its hands fix a fee; None where none were in force. received_at, versions: receipt of this file, and the
    earlier files, the oldest first; the service knows them, the log does not. jackpot: None where no pot game's controls have
    one. chips: None where no stack is on record, for chips of a tournament, and for hands of several families.
    """

    room: str
    session: str
    sha256: str
    number: int | None
    table: str
    tournament: str | None
    money: str  # a currency, or CHIPS
    opened_at: str
    closed_at: str | None
    opened: int
    closed: int | None
    day: str  # on which it was opened
    ended_day: str  # on which it closed, or was last known to be open
    hands: int
    void: int
    first_hand: int | None
    last_hand: int | None
    first_at: int | None  # the first deal on record
    last_at: int | None  # the last deal or settlement on record
    dated: bool
    close: bool  # the log ends with its control totals
    totals: dict[str, int] | None  # of fees, by kind, as the close has them
    seated: list[SeatedStretch]
    counts: list[Counting]
    days: list[DayPart]
    sides: list[Sides]
    recorded_at: str | None
    supersedes: str | None
    correction: Deadline | None = None
    receipt: Deadline | None = None
    fixed_fees: bool | None = None
    received_at: str | None = None
    versions: list[Version] = []
    jackpot: JackpotAccount | None = None
    numbering: Numbering | None = None  # None: no controls of a room were in force
    chips: ChipsAtEnds | None = None

    @property
    def nothing_played(self) -> bool:
        """Whether the session states that the table was open and nothing was played."""
        return self.close and not self.hands

    @property
    def begins(self) -> int:
        """The first instant at which the session was certainly open: its opening, or an earlier hand."""
        return self.opened if self.first_at is None else min(self.opened, self.first_at)

    @property
    def runs_on(self) -> bool:
        """Whether it was surely open after the last known instant: a hand was dealt then, without a known end."""
        if self.ends is None or (self.closed is not None and self.closed >= self.ends):
            return False
        return any(each.runs_on and each.ends == self.ends for each in self.seated)

    @property
    def ends(self) -> int | None:
        """The last instant at which the session is known to have been open."""
        known = [each for each in (self.closed, self.last_at) if each is not None]
        return max(known) if known else None

    def touches(self, day: dt.date) -> bool:
        """Whether it was opened on a gaming day, has hands of it, or may have some without a time."""
        text = day.isoformat()
        if not self.dated and self.day <= text <= self.ended_day:
            return True
        return text in (self.day, *(each.day for each in self.days))

    def part(self, day: dt.date) -> DayPart | None:
        """Part of it on a gaming day; None where unknown."""
        if not self.dated:
            return None
        found = next((each for each in self.days if each.day == day.isoformat()), None)
        return found or DayPart(day=day.isoformat(), hands=0, void=0, sides=[])


class DayTotals(Struct, frozen=True, kw_only=True):
    """Totals of the room itself for one gaming day, by kind of fee; an absent kind was not recorded."""

    room: str
    day: str
    currency: str
    fees: dict[str, int] = {}
    drops: dict[str, int] = {}
    recorded_by: str | None = None
    recorded_at: str | None = None
