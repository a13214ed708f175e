"""Course of a session by the hour of its room's clock: hands, chips, fees, happenings, incidents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from auditor.incidents import RoomsIncident
from rules.audit import Happening, LogCourse
from rules.hands import NOT_RECORDED, Ints
from rules.zones import clock_text, local

MOST_HANDS = 50_000  # of a session whose log is read for its page; more take seconds
_HOUR = 3_600_000_000  # microseconds
_STEPS = (1, 2, 3, 6, 12, 24, 168)  # hours
_MOST_PARTS = 36  # with something in them; a log that goes on for weeks has longer ones
_FEWEST = 3  # parts without anything that become one
_BROUGHT = ("buy_in", "add_on")
_NAMED = ("irregularity", "drop", "terms", "jackpot", "seat")


class CoursePart(Struct, frozen=True):
    """A part of a session, by instants and RFC 3339 on the room's clock.

    concerned: hands with an incident. brought, taken: chips in minor units; fees: in hands and beside them; None: not recorded.
    happenings: irregularities, drop counts, pot tables' terms, jackpots and seats. incidents: by first hand. empty: joined parts
    without records.
    """

    first: int
    last: int
    begins: str
    ends: str
    hands: int = 0
    concerned: int = 0
    brought: int | None = None
    taken: int | None = None
    fees: int | None = None
    happenings: tuple[Happening, ...] = ()
    incidents: tuple[RoomsIncident, ...] = ()
    opened: bool = False
    closed: bool = False
    empty: bool = False


class SessionCourse(Struct, frozen=True):
    """A session's parts in order. hours: length of each. untimed, happenings, incidents: those without a time."""

    hours: int
    parts: tuple[CoursePart, ...]
    untimed: int
    happenings: tuple[Happening, ...]
    incidents: tuple[RoomsIncident, ...]


class _Clock(Struct, frozen=True):
    """Instants in parts that begin at the hour of the clock at the opening."""

    zone: str
    ahead: int
    hours: int

    def of(self, instants: Ints) -> Ints:
        return (instants + self.ahead) // (self.hours * _HOUR)

    def begins(self, part: int) -> int:
        return part * self.hours * _HOUR - self.ahead


def session_course(
    course: LogCourse, zone: str | None, session: str, incidents: Sequence[RoomsIncident]
) -> SessionCourse:
    """Course of a session by the hour, or by several if long. zone: the room's; None: UTC."""
    when = {each.record.incident: _instant_of(each, session, course) for each in incidents}
    instants = np.array([*_instants(course), *(at for at in when.values() if at is not None)], np.int64)
    clock = _clock(zone or "UTC", course.opened, instants)
    occupied = sorted(set(clock.of(instants).tolist()))
    parts = [_part(clock, each, course, session, incidents, when) for each in occupied]
    return SessionCourse(
        clock.hours,
        tuple(_with_breaks(clock, occupied, parts)),
        int((course.at == NOT_RECORDED).sum()),
        tuple(each for each in _listed(course.happenings) if each.at is None),
        tuple(each for each in incidents if when[each.record.incident] is None),
    )


def _instants(course: LogCourse) -> Iterator[int]:
    yield course.opened
    if course.closed is not None:
        yield course.closed
    yield from np.unique(course.at[course.at != NOT_RECORDED]).tolist()
    yield from (each.at for each in course.happenings if each.at is not None)


def _instant_of(incident: RoomsIncident, session: str, course: LogCourse) -> int | None:
    """When an incident's first hand was dealt; None without a time."""
    at = course.at[np.isin(course.number, _hands(incident, session))]
    at = at[at != NOT_RECORDED]
    return int(at.min()) if len(at) else None


def _hands(incident: RoomsIncident, session: str) -> list[int]:
    reported = incident.reported
    return [each.hand for each in reported.hands if each.session == session] if reported else []


def _clock(zone: str, opened: int, instants: Ints) -> _Clock:
    ahead = int(local(zone, np.array([opened], np.int64))[0]) - opened
    clocks = [_Clock(zone, ahead, hours) for hours in _STEPS]
    return next((each for each in clocks if len(np.unique(each.of(instants))) <= _MOST_PARTS), clocks[-1])


def _part(
    clock: _Clock,
    part: int,
    course: LogCourse,
    session: str,
    incidents: Sequence[RoomsIncident],
    when: dict[str, int | None],
) -> CoursePart:
    first, last = clock.begins(part), clock.begins(part + 1)
    dealt = (course.at >= first) & (course.at < last)
    about = [number for each in incidents for number in _hands(each, session)]
    here = [each for each in course.happenings if each.at is not None and first <= each.at < last]
    paid = course.fee[(course.fee_at >= first) & (course.fee_at < last)].tolist()
    return CoursePart(
        first,
        last,
        clock_text(clock.zone, first),
        clock_text(clock.zone, last),
        int(dealt.sum()),
        int((dealt & np.isin(course.number, about)).sum()),
        _sum(each.amount for each in here if each.sort == "chips" and each.name in _BROUGHT),
        _sum(each.amount for each in here if each.sort == "chips" and each.name == "cash_out"),
        _sum([*paid, *(each.amount for each in here if each.sort == "fee")]),
        tuple(_listed(here)),
        tuple(each for each in incidents if first <= (when[each.record.incident] or NOT_RECORDED) < last),
        first <= course.opened < last,
        course.closed is not None and first <= course.closed < last,
    )


def _sum(amounts: Iterable[int | None]) -> int | None:
    known = [each for each in amounts if each is not None]
    return sum(known) if known else None


def _listed(happenings: Iterable[Happening]) -> Iterator[Happening]:
    found = [each for each in happenings if each.sort in _NAMED]
    return iter(sorted(found, key=lambda each: each.sort == "seat"))


def _with_breaks(clock: _Clock, occupied: Sequence[int], parts: Sequence[CoursePart]) -> Iterator[CoursePart]:
    before: int | None = None
    for number, part in zip(occupied, parts, strict=True):
        if before is not None and number - before - 1 >= _FEWEST:
            yield _empty(clock, before + 1, number, True)
        elif before is not None:
            yield from (_empty(clock, each, each + 1, False) for each in range(before + 1, number))
        yield part
        before = number


def _empty(clock: _Clock, part: int, until: int, several: bool) -> CoursePart:
    first, last = clock.begins(part), clock.begins(until)
    zone = clock.zone
    return CoursePart(first, last, clock_text(zone, first), clock_text(zone, last), empty=several)
