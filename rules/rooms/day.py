"""The gaming day of a room as a whole: its sessions held against each other, its fees against its boxes."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, structs

from rules.checks.catalogue import Entry, room_checks
from rules.checks.triangle import KINDS, Sides, Span, summed
from rules.checks.triangle_rows import has_amounts, triangle_row
from rules.results import (
    CHIPS,
    Coverage,
    DayFacts,
    Failure,
    Finding,
    Reason,
    SessionOfDay,
    TriangleRow,
)
from rules.rooms.checks.base import DayTested, DayView, Fact, TableFees
from rules.rooms.in_play import most_at_once
from rules.rooms.room import Room
from rules.rooms.session_summary import DayTotals, Numbered, SessionSummary
from rules.rooms.zones import clock_text, instant_of

_log = logging.getLogger(__name__)


class DayAudit(Struct, frozen=True, kw_only=True):
    """What the checks across sessions found on one gaming day; coverage counts sessions."""

    facts: DayFacts
    findings: list[Finding]
    coverage: list[Coverage]
    failures: list[Failure]

    @property
    def triangle(self) -> list[TriangleRow]:
        return self.facts.triangle

    @property
    def complete(self) -> bool:
        return not self.failures


def room_day(
    room: Room,
    day: dt.date,
    sittings: Iterable[SessionSummary],
    *,
    numbered: Iterable[Numbered] = (),
    totals: DayTotals | None = None,
    tables: Sequence[str] | None = None,
) -> DayAudit:
    """Hold the sessions of a gaming day against each other, in whatever order they are given.

    sittings: one a session, the version that holds; those that neither were opened on the day nor have hands of it are
    none of it. numbered: sessions of other days that bear a running number about those of the day. totals: what the
    room itself added up for the day. tables: those that were to have a log. Raises ValueError for sittings or totals of
    another room or day.
    """
    view = _view(room, day, sittings, numbered, totals, tables)
    findings: list[Finding] = []
    coverage: list[Coverage] = []
    failures: list[Failure] = []
    for entry in room_checks():
        tested: DayTested
        facts: list[Fact]
        try:
            tested = _run(entry, view)
            facts = list(tested.findings)
        except Exception as error:  # a check that breaks down makes the audit incomplete, never clean
            _log.error("%s broke down", entry.code, exc_info=error)
            message = f"{entry.code} broke down ({type(error).__name__}); what it tests is not known."
            failures.append(Failure(code=entry.code, message=message))
            tested, facts = DayTested((), [(view.everywhere, "the check broke down")]), []
        findings += [_finding(view, entry, fact) for fact in facts]
        coverage.append(_covered(view, entry, tested, facts))
    return DayAudit(facts=_facts(view), findings=findings, coverage=coverage, failures=failures)


def _run(entry: Entry, view: DayView) -> DayTested:
    tested: Any = entry.run(view)
    assert isinstance(tested, DayTested)
    return tested


def _view(
    room: Room,
    day: dt.date,
    sittings: Iterable[SessionSummary],
    numbered: Iterable[Numbered],
    totals: DayTotals | None,
    tables: Sequence[str] | None,
) -> DayView:
    listed = sorted(sittings, key=lambda each: (each.opened, each.table, each.session, each.sha256))
    strangers = {each.room for each in listed} | ({totals.room} if totals else set())
    if strangers - {room.id}:
        raise ValueError(f"not of room {room.id}: {', '.join(sorted(strangers - {room.id}))}")
    if totals is not None and totals.day != day.isoformat():
        raise ValueError(f"the totals are of {totals.day}, not of {day.isoformat()}")
    mine = tuple(each for each in listed if each.touches(day))
    fees = _tables(mine, day)
    return DayView(
        room=room,
        day=day,
        sittings=mine,
        numbered=tuple(numbered),
        totals=totals,
        expected=None if tables is None else tuple(tables),
        tables=fees,
        whole=_whole(fees, totals),
    )


# ---------------------------------------------------------------- the triangle


def _tables(sittings: Sequence[SessionSummary], day: dt.date) -> tuple[TableFees, ...]:
    """The triangle of each table; the chips of a tournament are nobody's fees."""
    places: dict[tuple[str, str, str], list[int]] = {}
    for at, each in enumerate(sittings):
        if each.money != CHIPS:
            places.setdefault((each.money, each.tournament or "", each.table), []).append(at)
    found = []
    for (money, tournament, table), mine in sorted(places.items()):
        parts = [sittings[at].part(day) for at in mine]
        sides = [
            summed(kind, (each for part in parts for each in (part.sides if part else _UNKNOWN)))
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


_UNKNOWN = tuple(Sides(kind=kind) for kind in KINDS)  # of a session whose hands cannot be told apart by day


def _whole(tables: Sequence[TableFees], totals: DayTotals | None) -> tuple[TableFees, ...]:
    """The triangle of the room, in each money; its own count of the boxes goes before those of its sessions."""
    found = []
    for money in sorted({each.money for each in tables} | ({totals.currency} if totals else set())):
        mine = [each for each in tables if each.money == money]
        counted = totals.drops if totals is not None and totals.currency == money else {}
        sides = []
        for kind in KINDS:
            total = summed(kind, (one for each in mine for one in each.sides))
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


# ---------------------------------------------------------------- findings and coverage


def _finding(view: DayView, entry: Entry, fact: Fact) -> Finding:
    check = entry.check
    clause = fact.clause or check.clauses[0]
    both = isinstance(fact.stated, int) and isinstance(fact.expected, int) and fact.unit != "session number"
    said = fact.fact if fact.fact is not None else f"{fact.stated}|{fact.expected}"
    return Finding(
        code=check.code,
        name=check.name,
        kind=fact.kind or check.kind,
        severity=fact.severity or check.severity,
        room=view.room.id,
        session=fact.session,
        hand=None,
        seat=None,
        player=fact.player,
        line=None,
        stated=fact.stated,
        expected=fact.expected,
        difference=fact.stated - fact.expected if both else None,  # type: ignore[operator]  # both are numbers
        unit=fact.unit,
        money=fact.money,
        clause=clause,
        message=f"{fact.message.removesuffix('.')} ({clause}).",
        hands=None,
        readings=None,
        fingerprint=_fingerprint(view, check.code, fact.session, said),
    )


def _fingerprint(view: DayView, code: str, session: str, fact: str) -> str:
    """The same for the same fact of the same day in every audit."""
    facts = "\x1f".join((view.room.id, view.day.isoformat(), session, code, fact))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _covered(view: DayView, entry: Entry, tested: DayTested, facts: Sequence[Fact]) -> Coverage:
    """How the sittings fared: those that a finding is about differ, whatever could not be tested of them."""
    kind = entry.check.kind
    at_fault = {at for fact in facts if (fact.kind or kind) != "undetermined" for at in fact.sittings}
    open_ = {at for fact in facts if (fact.kind or kind) == "undetermined" for at in fact.sittings} - at_fault
    left = set(view.everywhere) - at_fault - open_
    reasons: Counter[str] = Counter()
    inapplicable = left & set(tested.inapplicable)
    left -= inapplicable
    for places, reason in tested.untestable:
        mine = left & set(places)
        if mine:
            reasons[reason] += len(mine)
            left -= mine
    count = len(view.sittings) - reasons.total() - len(inapplicable)
    return Coverage(
        code=entry.code,
        name=entry.name,
        tested=count,
        agreeing=count - len(at_fault),
        differing=len(at_fault),
        open=len(open_),
        untestable=reasons.total(),
        inapplicable=len(inapplicable),
        because=[Reason(reason, number) for reason, number in sorted(reasons.items())],
    )


# ---------------------------------------------------------------- what is told


def _facts(view: DayView) -> DayFacts:
    terms, after = view.terms, view.day + dt.timedelta(days=1)
    begins = instant_of(terms.zone, view.day, terms.day_begins)
    next_terms = view.room.on(after)
    ends = instant_of(next_terms.zone, after, next_terms.day_begins)
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
        tables_in_play=most_at_once(view.sittings),
        hands=sum(_hands(each, view.day) for each in view.sittings),
        players=len({seated.player for each in view.sittings for seated in each.seated}),
        sittings=[_sitting(view, each) for each in sorted(view.sittings, key=_by_table)],
        triangle=_rows(view),
        totals=view.totals is not None,
        codes=[entry.code for entry in room_checks()],
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
