"""Gaming days of a room, audited as by the service, without unaudited sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import structs

from auditor.bulk.bulk_outcomes import FileDone, LeftOut, WholeDone
from auditor.bulk.bulk_tables import Scope
from auditor.bulk.left_out import left_out
from auditor.bulk.room_outcomes_on_file import OfRoom, digest_of, made_before, put_whole
from auditor.days import LONGEST, may_run_into
from auditor.obstacles import currency_clause, main_currency
from auditor.store.stored_days import HALF_A_YEAR
from rules.audit import of_no_logs, with_day
from rules.audit.room_day import room_day
from rules.card_room import Room
from rules.checks.day.session_summary import Numbered, SessionSummary, Version
from rules.results import CHIPS


def audit_days(of: OfRoom, room: Room) -> Iterator[WholeDone]:
    """Audit days with opened logs, oldest first."""
    opened = {each.day for each in of.current if each.day is not None}
    for day in sorted(opened | {each.session.day for each in of.left_out}):
        yield _day(of, room, dt.date.fromisoformat(day))


def _day(of: OfRoom, room: Room, day: dt.date) -> WholeDone:
    text = day.isoformat()
    opened, in_others = _in_one_currency([each for each in of.current if each.day == text])
    earlier = [each for each in of.current if _ran_in(room, each.day, each.outline.closed_at, day)]
    absent = [
        each
        for each in of.left_out
        if each.session.day == text or _ran_in(room, each.session.day, each.closed_at, day)
    ]
    missing = [*absent, *in_others]
    sittings = [_summary(each) for each in (*opened, *earlier)]
    numbers = [*(each.outline.number for each in opened), *(each.session.number for each in missing)]
    numbered = _numbered(of, text, [each for each in numbers if each is not None])
    skipped = [each.session for each in missing]
    rests_on = [msgspec.json.encode(each).decode() for each in (*sittings, *numbered, *skipped)]
    done = WholeDone(
        scope="day", room=of.room, name=text, basis=digest_of(of.basis, text, rests_on), left_out=missing
    )
    kept = made_before(of, done, str(done.basis))
    if kept is not None:
        return structs.replace(kept, left_out=missing)  # their addresses may be others
    audited = room_day(room, day, sittings, numbered=numbered, skipped=skipped)
    audit = with_day(of_no_logs(of.made.of_room(of.room)), audited)
    audit = structs.replace(audit, coverage=audited.coverage)
    currency = next((each.currency for each in opened if each.currency != CHIPS), None)
    scope = Scope(of.room, "day", text, None, currency, counts="sessions")
    return put_whole(of, done, scope, audit, text)


def _in_one_currency(logs: Sequence[FileDone]) -> tuple[list[FileDone], list[LeftOut]]:
    main = main_currency((each.outline.currency, each.outline.hands) for each in logs)
    mine = [each for each in logs if each.outline.currency == main]
    others = [
        left_out(each, currency_clause(each.outline.currency, str(main)))
        for each in logs
        if each.outline.currency != main
    ]
    return mine, others


def _ran_in(room: Room, opened_on: str | None, closed_at: str | None, day: dt.date) -> bool:
    if opened_on is None or not (day - LONGEST).isoformat() <= opened_on < day.isoformat():
        return False
    return may_run_into(room, opened_on, closed_at, day)


def _summary(log: FileDone) -> SessionSummary:
    assert log.summary is not None
    versions = [] if log.supersedes is None else [Version(sha256=log.supersedes, received_at=None)]
    return structs.replace(log.summary, versions=versions)


def _numbered(of: OfRoom, day: str, numbers: Sequence[int]) -> list[Numbered]:
    """Sessions of other days within half a year, from the next lower number to the greatest."""
    if not numbers:
        return []
    at = dt.date.fromisoformat(day)
    first, last = (at - HALF_A_YEAR).isoformat(), (at + HALF_A_YEAR).isoformat()
    others = [
        each
        for each in _every_number(of)
        if each.day != day and first <= each.day <= last and each.number <= max(numbers)
    ]
    below = max((each.number for each in others if each.number < min(numbers)), default=min(numbers))
    return sorted(
        (each for each in others if each.number >= below), key=lambda each: (each.number, each.session)
    )


def _every_number(of: OfRoom) -> Iterator[Numbered]:
    for log in of.current:
        if log.outline.number is not None and log.day is not None:
            yield Numbered(number=log.outline.number, session=str(log.name), day=log.day)
    for each in of.left_out:
        if each.session.number is not None:
            yield Numbered(number=each.session.number, session=each.session.session, day=each.session.day)
