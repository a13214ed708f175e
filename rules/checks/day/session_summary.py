"""A log's contribution to the checks across sessions, stored as JSON.

Instants are microseconds since 1970; texts as in the log; days ISO dates of the room's gaming days. None: not recorded.
"""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

from rules.checks.support.chip_ends import ChipsBrought, ChipsLeft
from rules.checks.support.fee_triangle import Sides


class SeatedStretch(Struct, frozen=True, kw_only=True):
    """A player in a seat over hands without a rest.

    banked: as banker. missed: without cards. runs_on: the last hand has no recorded end.
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
    kind: str
    amount: int
    at: str
    day: str
    line: int


class DayPart(Struct, frozen=True, kw_only=True):
    """Part of a session on a gaming day. first_at: first deal; last_at: last deal or settlement."""

    day: str
    hands: int
    void: int
    sides: list[Sides]  # by kind of fee
    first_at: int | None = None
    last_at: int | None = None


class JackpotLevel(Struct, frozen=True, kw_only=True):
    """Level of the jackpot at a close."""

    at: int
    amount: int


class JackpotPaid(Struct, frozen=True, kw_only=True):
    at: int
    amount: int


class JackpotAccount(Struct, frozen=True, kw_only=True):
    """House jackpot in a log, in line order."""

    levels: list[JackpotLevel]
    paid: list[JackpotPaid]


class Deadline(Struct, frozen=True, kw_only=True):
    """Days of a deadline, with its clause."""

    days: int
    clause: str


class Numbering(Struct, frozen=True, kw_only=True):
    """Beginning of hand numbers: one, continued; None: not stated."""

    begin: str | None
    clause: str


class Version(Struct, frozen=True, kw_only=True):
    sha256: str
    received_at: str | None


class Numbered(Struct, frozen=True, kw_only=True):
    number: int
    session: str
    day: str


class ChipsAtEnds(Struct, frozen=True, kw_only=True):
    """Chips of players before a log's first hand and after its last.

    buys, cashes: any on record. cut: last hands may be missing.
    """

    brought: list[ChipsBrought]
    left: list[ChipsLeft]
    buys: bool
    cashes: bool
    cut: bool


class SessionSummary(Struct, frozen=True, kw_only=True):
    """A session for checks across sessions.

    dated: all hands have a gaming day. sides: triangle of the log. fixed_fees: None: no controls in force. received_at,
    versions: of this and earlier files, oldest first, where a service knows. jackpot: None: no such controls. chips: None:
    no stacks, tournament chips, or several families.
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
        """Whether the table was open without play."""
        return self.close and not self.hands

    @property
    def begins(self) -> int:
        """First instant surely open: the opening or an earlier hand."""
        return self.opened if self.first_at is None else min(self.opened, self.first_at)

    @property
    def runs_on(self) -> bool:
        """Whether it surely went on after the last known instant."""
        if self.ends is None or (self.closed is not None and self.closed >= self.ends):
            return False
        return any(each.runs_on and each.ends == self.ends for each in self.seated)

    @property
    def ends(self) -> int | None:
        """Last instant known to be open."""
        known = [each for each in (self.closed, self.last_at) if each is not None]
        return max(known) if known else None

    def touches(self, day: dt.date) -> bool:
        """Whether it was opened on a day, or has or may have hands of it."""
        text = day.isoformat()
        if not self.dated and self.day <= text <= self.ended_day:
            return True
        return text in (self.day, *(each.day for each in self.days))

    def part(self, day: dt.date) -> DayPart | None:
        """Part on a gaming day; None: unknown."""
        if not self.dated:
            return None
        found = next((each for each in self.days if each.day == day.isoformat()), None)
        return found or DayPart(day=day.isoformat(), hands=0, void=0, sides=[])


class DayTotals(Struct, frozen=True, kw_only=True):
    """Room's own totals of a day, by kind; absent: not recorded."""

    room: str
    day: str
    currency: str
    fees: dict[str, int] = {}
    drops: dict[str, int] = {}
    recorded_by: str | None = None
    recorded_at: str | None = None
