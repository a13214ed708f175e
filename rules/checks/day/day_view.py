"""The view of a gaming day for a check across sessions.

`run` takes a `DayView` and returns a `Tested`, as a check of a log does. Coverage counts the day's sessions.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from functools import cached_property

import numpy as np
from msgspec import Struct, field

from rules import times
from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import DayTotals, Numbered, SessionSummary
from rules.checks.support.check import ANY_GAME, Draft, DraftSubject, Tested, money_text
from rules.checks.support.fee_triangle import KINDS, Sides
from rules.controls.ruleset import Ruleset
from rules.hands import Flags
from rules.results import CHIPS, SkippedSession
from rules.zones import clock_text, instant_of


class TableFees(Struct, frozen=True):
    """The fee triangle of one table on the day, or of the room (``table`` None), in one money."""

    money: str
    tournament: str | None
    table: str | None
    hands: int
    sides: tuple[Sides, ...]  # by kind
    sittings: tuple[int, ...]

    @property
    def name(self) -> str:
        """Name in messages."""
        return "The room" if self.table is None else table_name(self.table)


class DayView(Struct, frozen=True, eq=False, dict=True):
    """One gaming day of a room: the sittings opened on it or with hands of it, in the order of their opening.

    numbered: sessions of other days, by their running numbers. totals: the room's own, if given. expected: tables that were
    to have a log, if known. skipped: sessions on record that could not be audited; their contents are unknown.
    """

    room: Room
    day: dt.date
    sittings: tuple[SessionSummary, ...]
    numbered: tuple[Numbered, ...] = ()
    totals: DayTotals | None = None
    expected: tuple[str, ...] | None = None
    tables: tuple[TableFees, ...] = field(default=())
    whole: tuple[TableFees, ...] = field(default=())  # of the room, a money each
    skipped: tuple[SkippedSession, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """Every game: no check across sessions reads hands."""
        return ANY_GAME

    def __len__(self) -> int:
        return len(self.sittings)

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """The session that a draft is about; the empty string names the day as a whole."""
        return DraftSubject(
            room=self.room.id,
            session=draft.session,
            identity=(self.room.id, self.day.isoformat(), draft.session),
            player=draft.player,
        )

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """No session is counted by the number of a hand."""
        return np.zeros(len(self), np.bool_)

    def tested(
        self,
        findings: Iterable[Draft] = (),
        untestable: Iterable[tuple[Collection[int], str]] = (),
        inapplicable: Collection[int] = (),
    ) -> Tested:
        """Result of a check over the sessions, given by their positions."""
        return Tested(
            findings,
            [(self.mask(positions), reason) for positions, reason in untestable],
            self.mask(inapplicable),
        )

    def mask(self, positions: Collection[int]) -> Flags:
        """(N,) where a session is one of some positions."""
        found = np.zeros(len(self), np.bool_)
        found[list(positions)] = True
        return found

    @cached_property
    def terms(self) -> TermsOfRoom:
        return self.room.on(self.day)

    @cached_property
    def span(self) -> tuple[int, int]:
        """The instants at which the day begins and ends."""
        after = self.day + dt.timedelta(days=1)
        following = self.room.on(after)
        return (
            instant_of(self.terms.zone, self.day, self.terms.day_begins),
            instant_of(following.zone, after, following.day_begins),
        )

    @cached_property
    def everywhere(self) -> tuple[int, ...]:
        """The positions of all sittings."""
        return tuple(range(len(self.sittings)))

    @cached_property
    def opened(self) -> tuple[int, ...]:
        """The positions of the sittings that were opened on the day."""
        return tuple(at for at, each in enumerate(self.sittings) if each.day == self.day.isoformat())

    @cached_property
    def in_chips(self) -> tuple[int, ...]:
        """The positions of the tournament sessions; tournament chips are not fees."""
        return tuple(at for at in self.everywhere if self.sittings[at].money == CHIPS)

    @property
    def others(self) -> tuple[int, ...]:
        """The positions of those that were opened on another."""
        return tuple(at for at in self.everywhere if at not in self.opened)

    @cached_property
    def numbers_elsewhere(self) -> tuple[Numbered, ...]:
        """The running numbers of sessions that were opened on other days or were skipped, each session once."""
        beside = (self.sittings[at] for at in self.others)
        found = {
            each.session: Numbered(number=each.number, session=each.session, day=each.day)
            for each in beside
            if each.number is not None
        }
        found |= {each.session: each for each in self.numbered}
        found |= {
            each.session: Numbered(number=each.number, session=each.session, day=each.day)
            for each in self.skipped
            if each.number is not None
        }
        return tuple(sorted(found.values(), key=_by_number))

    @cached_property
    def skipped_here(self) -> tuple[SkippedSession, ...]:
        """The skipped sessions that were opened on the day."""
        return tuple(each for each in self.skipped if each.day == self.day.isoformat())

    def begins_here(self, instant: int) -> bool:
        """Whether an instant lies in the day."""
        return times.date_of(int(self.room.days(np.array([instant]))[0])) == self.day

    def clock(self, instant: int) -> str:
        """An instant on the room's clock."""
        return clock_text(self.terms.zone, instant)

    def money(self, amount: int, currency: str) -> str:
        return money_text(amount, currency)


def unknown_sides() -> tuple[Sides, ...]:
    """The fee triangle of a session of whose fees nothing is known on the day, by kind."""
    return tuple(Sides(kind=kind) for kind in KINDS)


def _by_number(each: Numbered) -> tuple[int, str, str]:
    return each.number, each.day, each.session


def table_name(table: str) -> str:
    """Name of a table in messages: "Table 3", "Table T1"."""
    return table if table.lower().startswith("table") else f"Table {table}"


def same_table(a: SessionSummary, b: SessionSummary) -> bool:
    """Whether two sessions were certainly at one table; a tournament has table names of its own."""
    return a.table == b.table and a.tournament == b.tournament
