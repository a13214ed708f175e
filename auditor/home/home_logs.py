"""Logs that need somebody: awaited or missing ones, and sessions that cannot be audited."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from auditor.day_logs import LOOKED_BACK, due_of, tables_without_log
from auditor.home.sections import AwaitedLog, AwaitedLogs, HomeSection, NotAuditable, first
from auditor.store.service_clock import of_instant
from auditor.terms import instants_of
from auditor.video import video_kept

if TYPE_CHECKING:
    from auditor.registry import RegistryAtChange
    from auditor.service import Service
    from auditor.session_states import SessionStanding
    from auditor.store.rows import RoomRecord, SessionRecord

_DAYS = 14  # gaming days before now of which a missing log is listed
_ROOMS = 20  # of which logs are listed table by table


def awaited_logs(service: Service, at: str) -> AwaitedLogs:
    """Logs that have not come, overdue first, then latest days."""
    found = list(_awaited(service, at))
    found.sort(key=lambda each: each.day, reverse=True)
    found.sort(key=lambda each: not each.overdue)
    part = first(found)
    return AwaitedLogs(part.rows, part.total, sum(each.overdue for each in found))


def overdue_logs(service: Service, at: str) -> int:
    """Number of them that are overdue."""
    return sum(1 for _ in _awaited(service, at, counted=True))


def _awaited(service: Service, at: str, *, counted: bool = False) -> Iterator[AwaitedLog]:
    """Logs that have not come. counted: overdue ones only, for a number beside a link."""
    rooms = service.overview.missing(_DAYS, at, checked=not counted)
    for room, _, missing in rooms:
        for each in sorted(missing):
            yield AwaitedLog(room.id, each.isoformat(), None, _due(room, each), True)
    days = [
        (room, day, _due(room, day))
        for room, today, missing in rooms[:_ROOMS]
        for day in (today, today - dt.timedelta(1))
        if day not in missing
    ]
    if counted:
        days = [each for each in days if _is_over(each[2], at)]
    yield from _of_tables(service, days, at, checked=not counted)


def _due(room: RoomRecord, day: dt.date) -> str | None:
    return due_of(room, day, of_instant(instants_of(room.terms, day)[1]))


def _is_over(due: str | None, at: str) -> bool:
    return due is not None and due <= at


def _of_tables(
    service: Service, days: Sequence[tuple[RoomRecord, dt.date, str | None]], at: str, *, checked: bool
) -> Iterator[AwaitedLog]:
    """Tables without a log of some days, given as (room, day, due)."""
    if not days:
        return
    dates = [day for _, day, _ in days]
    played = service.store.sessions.tables_played(
        {room.id for room, _, _ in days},
        (min(dates) - LOOKED_BACK).isoformat(),
        max(dates).isoformat(),
        checked=checked,
    )
    library = service.library
    for room, day, due in days:
        for table, last_day in tables_without_log(played.get(room.id, ()), day, library):
            yield AwaitedLog(room.id, day.isoformat(), table, due, _is_over(due, at), last_day)


def not_auditable(service: Service, at: str) -> HomeSection[NotAuditable]:
    """Sessions that cannot be audited or failed, latest first, among a limited number looked at."""
    snapshot = service.registry.snapshot()
    part = first(service.session_states.stuck())
    rows = [_not_auditable(session, standing, snapshot, at) for session, standing in part.rows]
    return HomeSection(rows, part.total)


def _not_auditable(
    session: SessionRecord, standing: SessionStanding, snapshot: RegistryAtChange, at: str
) -> NotAuditable:
    video = video_kept(snapshot, session.room, session.day, at)
    until, reason = video.until if video else None, standing.reason or ""
    sentence = f"{reason[:1].upper()}{reason[1:]}. {standing.remedy}".strip()
    return NotAuditable(
        session.id, session.room, session.table, session.session, session.day, sentence, until
    )
