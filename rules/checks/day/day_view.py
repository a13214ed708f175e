"""View of a gaming day, for checks across sessions. Coverage counts sessions."""

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
    """Fee triangle of a table on a day, or the room (``table`` None), in one money."""

    money: str
    tournament: str | None
    table: str | None
    hands: int
    sides: tuple[Sides, ...]  # by kind
    sittings: tuple[int, ...]

    @property
    def name(self) -> str:
        return "The room" if self.table is None else table_name(self.table)


class DayView(Struct, frozen=True, eq=False, dict=True):
    """A gaming day: sittings opened on it or with hands of it, in order of opening.

    numbered: of other days. totals: the room's own. expected: tables that owe a log. None: unknown. skipped: sessions that
    could not be audited.
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
        """Every game, since no such check reads hands."""
        return ANY_GAME

    def __len__(self) -> int:
        return len(self.sittings)

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Session of a draft; empty: the whole day."""
        return DraftSubject(
            room=self.room.id,
            session=draft.session,
            identity=(self.room.id, self.day.isoformat(), draft.session),
            player=draft.player,
        )

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """No session; they bear no hand numbers."""
        return np.zeros(len(self), np.bool_)

    def tested(
        self,
        findings: Iterable[Draft] = (),
        untestable: Iterable[tuple[Collection[int], str]] = (),
        inapplicable: Collection[int] = (),
    ) -> Tested:
        """Result by positions of sessions."""
        return Tested(
            findings,
            [(self.mask(positions), reason) for positions, reason in untestable],
            self.mask(inapplicable),
        )

    def mask(self, positions: Collection[int]) -> Flags:
        found = np.zeros(len(self), np.bool_)
        found[list(positions)] = True
        return found

    @cached_property
    def terms(self) -> TermsOfRoom:
        return self.room.on(self.day)

    @cached_property
    def span(self) -> tuple[int, int]:
        """Instants of beginning and end."""
        after = self.day + dt.timedelta(days=1)
        following = self.room.on(after)
        return (
            instant_of(self.terms.zone, self.day, self.terms.day_begins),
            instant_of(following.zone, after, following.day_begins),
        )

    @cached_property
    def everywhere(self) -> tuple[int, ...]:
        """Positions of all sittings."""
        return tuple(range(len(self.sittings)))

    @cached_property
    def opened(self) -> tuple[int, ...]:
        """Positions of those opened on the day."""
        return tuple(at for at, each in enumerate(self.sittings) if each.day == self.day.isoformat())

    @cached_property
    def in_chips(self) -> tuple[int, ...]:
        """Positions of tournament sessions, whose chips are no fees."""
        return tuple(at for at in self.everywhere if self.sittings[at].money == CHIPS)

    @property
    def others(self) -> tuple[int, ...]:
        """Positions of those opened on other days."""
        return tuple(at for at in self.everywhere if at not in self.opened)

    @cached_property
    def numbers_elsewhere(self) -> tuple[Numbered, ...]:
        """Numbers of sessions of other days and skipped ones, each once."""
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
        """Skipped sessions opened on the day."""
        return tuple(each for each in self.skipped if each.day == self.day.isoformat())

    def begins_here(self, instant: int) -> bool:
        return times.date_of(int(self.room.days(np.array([instant]))[0])) == self.day

    def clock(self, instant: int) -> str:
        """Instant on the room's clock."""
        return clock_text(self.terms.zone, instant)

    def money(self, amount: int, currency: str) -> str:
        return money_text(amount, currency)


def unknown_sides() -> tuple[Sides, ...]:
    """Triangle of unknown fees, by kind."""
    return tuple(Sides(kind=kind) for kind in KINDS)


def _by_number(each: Numbered) -> tuple[int, str, str]:
    return each.number, each.day, each.session


def table_name(table: str) -> str:
    """Name of a table: "Table 3", "Table T1"."""
    return table if table.lower().startswith("table") else f"Table {table}"


def same_table(a: SessionSummary, b: SessionSummary) -> bool:
    """Whether two sessions surely share a table; a tournament names its own."""
    return a.table == b.table and a.tournament == b.tournament
