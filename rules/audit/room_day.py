"""The audit of a gaming day: sessions compared, fees with boxes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import UNSET, Struct, structs

from rules.audit.fee_triangle_rows import has_amounts, triangle_row
from rules.card_room import Room
from rules.checks.catalogue import room_checks
from rules.checks.day.day_view import DayView, TableFees, unknown_sides
from rules.checks.day.session_summary import DayTotals, Numbered, SessionSummary
from rules.checks.day.tables_in_play import most_at_once
from rules.checks.support.fee_triangle import KINDS, Span, summed
from rules.findings import Runner
from rules.results import (
    CHIPS,
    Coverage,
    DayFacts,
    Failure,
    Finding,
    SessionOfDay,
    SkippedSession,
    TriangleRow,
)
from rules.zones import clock_text


class DayAudit(Struct, frozen=True, kw_only=True):
    """Findings across sessions on a gaming day; coverage counts sessions. units: by session."""

    facts: DayFacts
    findings: list[Finding]
    coverage: list[Coverage]
    failures: list[Failure]
    units: dict[str, str]

    @property
    def triangle(self) -> list[TriangleRow]:
        return self.facts.triangle

    @property
    def complete(self) -> bool:
        return not self.failures and not self.facts.skipped


def room_day(
    room: Room,
    day: dt.date,
    sittings: Iterable[SessionSummary],
    *,
    numbered: Iterable[Numbered] = (),
    totals: DayTotals | None = None,
    tables: Sequence[str] | None = None,
    skipped: Sequence[SkippedSession] = (),
) -> DayAudit:
    """Run the checks across the sessions of a gaming day. Raises ValueError for another room or day.

    sittings: the newest version of each session; those of other days are ignored. numbered: sessions of other days with near
    numbers. totals: the room's own. tables: expected to have a log. skipped: sessions not audited; what depends on them is
    untestable.
    """
    view = _view(room, day, sittings, numbered, totals, tables, skipped)
    runner = Runner(room_checks())
    runner.run("room", view)
    return DayAudit(
        facts=_facts(view),
        findings=runner.found.single,
        coverage=runner.coverage(),
        failures=runner.failures(),
        units={each.session: each.money for each in view.sittings},
    )


def _view(
    room: Room,
    day: dt.date,
    sittings: Iterable[SessionSummary],
    numbered: Iterable[Numbered],
    totals: DayTotals | None,
    tables: Sequence[str] | None,
    skipped: Sequence[SkippedSession],
) -> DayView:
    listed = sorted(sittings, key=lambda each: (each.opened, each.table, each.session, each.sha256))
    strangers = {each.room for each in listed} | ({totals.room} if totals else set())
    if strangers - {room.id}:
        raise ValueError(f"not of room {room.id}: {', '.join(sorted(strangers - {room.id}))}")
    if totals is not None and totals.day != day.isoformat():
        raise ValueError(f"the totals are of {totals.day}, not of {day.isoformat()}")
    mine = tuple(each for each in listed if each.touches(day))
    fees = _tables(mine, day, skipped)
    return DayView(
        room=room,
        day=day,
        sittings=mine,
        numbered=tuple(numbered),
        totals=totals,
        expected=None if tables is None else tuple(tables),
        tables=fees,
        whole=_whole(fees, totals, skipped),
        skipped=tuple(skipped),
    )


# ---------------------------------------------------------------- the triangle


def _tables(
    sittings: Sequence[SessionSummary], day: dt.date, skipped: Sequence[SkippedSession]
) -> tuple[TableFees, ...]:
    places: dict[tuple[str, str, str], list[int]] = {}
    for at, each in enumerate(sittings):
        if each.money != CHIPS:
            places.setdefault((each.money, each.tournament or "", each.table), []).append(at)
    found = []
    for (money, tournament, table), mine in sorted(places.items()):
        parts = [sittings[at].part(day) for at in mine]
        of_table = [
            each
            for each in skipped
            if (each.money, each.tournament or "", each.table) == (money, tournament, table)
        ]
        unknown = _UNKNOWN if of_table else ()
        sides = [
            summed(kind, (*(each for part in parts for each in (part.sides if part else _UNKNOWN)), *unknown))
            for kind in KINDS
        ]
        found.append(
            TableFees(
                money=money,
                tournament=tournament or None,
                table=table,
                hands=sum(part.hands for part in parts if part),
                sides=tuple(sides),
                sittings=tuple(mine),
            )
        )
    return tuple(found)


_UNKNOWN = (
    unknown_sides()
)  # of a session whose hands cannot be assigned to days, or that could not be audited


def _whole(
    tables: Sequence[TableFees], totals: DayTotals | None, skipped: Sequence[SkippedSession]
) -> tuple[TableFees, ...]:
    """Triangle of the room by money; its own count of boxes precedes the sessions'."""
    found = []
    for money in sorted({each.money for each in tables} | ({totals.currency} if totals else set())):
        mine = [each for each in tables if each.money == money]
        counted = totals.drops if totals is not None and totals.currency == money else {}
        unknown = _UNKNOWN if any(each.money == money for each in skipped) else ()
        sides = []
        for kind in KINDS:
            total = summed(kind, (*(one for each in mine for one in each.sides), *unknown))
            if kind in counted:
                total = structs.replace(total, drop=Span(counted[kind], counted[kind]))
            sides.append(total)
        found.append(
            TableFees(
                money=money,
                tournament=None,
                table=None,
                hands=sum(each.hands for each in mine),
                sides=tuple(sides),
                sittings=tuple(at for each in mine for at in each.sittings),
            )
        )
    return tuple(found)


def _rows(view: DayView) -> list[TriangleRow]:
    return [
        triangle_row(sides, hands=each.hands, money=each.money, table=each.table, tournament=each.tournament)
        for each in (*view.tables, *view.whole)
        for sides in each.sides
        if has_amounts(sides)
    ]


# ---------------------------------------------------------------- the facts of the day


def _facts(view: DayView) -> DayFacts:
    terms, (begins, ends) = view.terms, view.span
    return DayFacts(
        room=view.room.id,
        day=view.day.isoformat(),
        zone=terms.zone,
        day_begins=terms.day_begins.isoformat("minutes"),
        begins=clock_text(terms.zone, begins),
        ends=clock_text(terms.zone, ends),
        licence_class=terms.licence_class,
        authority=terms.authority,
        tables_licensed=terms.tables,
        tables_in_play=None if view.skipped else most_at_once(view.sittings),
        hands=sum(_hands(each, view.day) for each in view.sittings),
        players=len({seated.player for each in view.sittings for seated in each.seated}),
        sittings=[_sitting(view, each) for each in sorted(view.sittings, key=_by_table)],
        triangle=_rows(view),
        totals=view.totals is not None,
        codes=[entry.code for entry in room_checks()],
        skipped=list(view.skipped) or UNSET,
    )


def _by_table(each: SessionSummary) -> tuple[str, str, int, str]:
    return each.tournament or "", each.table, each.opened, each.session


def _hands(each: SessionSummary, day: dt.date) -> int:
    part = each.part(day)
    return each.hands if part is None else part.hands


def _sitting(view: DayView, each: SessionSummary) -> SessionOfDay:
    return SessionOfDay(
        table=each.table,
        tournament=each.tournament,
        session=each.session,
        number=each.number,
        opened_at=view.clock(each.opened),
        ended_at=None if each.ends is None else view.clock(each.ends),
        closed=each.closed is not None,
        hands=_hands(each, view.day),
        nothing_played=each.nothing_played,
    )
