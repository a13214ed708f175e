"""Logs that need somebody: those that are awaited or missing, and sessions that cannot be audited."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from auditor.day_logs import due_of
from auditor.home.sections import AwaitedLog, NotAuditable, Part, first
from auditor.overview import RoomRow
from auditor.store.rows import Page, Selection
from auditor.store.times import of_instant
from auditor.terms import instants_of
from auditor.video import video_kept

if TYPE_CHECKING:
    from auditor.service import Service

_DAYS = 14  # gaming days before now of which a missing log is listed
_ROOMS = 20  # of which logs are listed table by table
_LOOKED_AT = 500  # sessions that no audit has yet


def awaited_logs(service: Service, at: str) -> Part[AwaitedLog]:
    """Logs that have not come: what is overdue first, then by gaming day, the latest first."""
    return first(_awaited(service, at))


def overdue_logs(service: Service, at: str) -> int:
    """How many of them are overdue."""
    return sum(each.overdue for each in _awaited(service, at))


def _awaited(service: Service, at: str) -> list[AwaitedLog]:
    rows = service.overview.rooms(None, _DAYS, at)
    found = [
        AwaitedLog(row.room.id, each.day, None, _due(row, each.day), True)
        for row in rows
        for each in row.days
        if each.missing
    ]
    found += [log for row in islice(rows, _ROOMS) for log in _of_tables(service, row)]
    found.sort(key=lambda each: each.day, reverse=True)
    found.sort(key=lambda each: not each.overdue)
    return found


def _due(row: RoomRow, day: str) -> str | None:
    played = dt.date.fromisoformat(day)
    return due_of(row.room, played, of_instant(instants_of(row.room.terms, played)[1]))


def _of_tables(service: Service, row: RoomRow) -> Iterator[AwaitedLog]:
    """The tables of today and of the gaming day before that have no log, where the day has any or is not overdue."""
    today = dt.date.fromisoformat(row.today)
    missing = {each.day for each in row.days if each.missing}
    for day in (today, today - dt.timedelta(1)):
        if day.isoformat() in missing:
            continue
        logs = service.day_logs(row.room.id, day)
        for table in logs.tables:
            if not table.sessions:
                yield AwaitedLog(
                    row.room.id, day.isoformat(), table.table, logs.due, logs.overdue, table.last_day
                )


def not_auditable(service: Service, at: str) -> Part[NotAuditable]:
    """Sessions that cannot be audited, or whose audit failed, the latest first. So many that have no audit are looked at."""
    pending, _ = service.store.sessions.page(Selection(pending=True, current=True), Page(1, _LOOKED_AT))
    states, snapshot, found = service.session_states.of(pending), service.registry.snapshot(), []
    for each in pending:
        standing = states[each.id]
        if standing.state in ("cannot-be-audited", "failed"):
            video = video_kept(snapshot, each.room, each.day, at)
            until, reason = video.until if video else None, standing.reason or ""
            sentence = f"{reason[:1].upper()}{reason[1:]}. {standing.remedy}".strip()
            found.append(
                NotAuditable(each.id, each.room, each.table, each.session, each.day, sentence, until)
            )
    found.sort(key=lambda each: (each.day, each.id), reverse=True)
    return first(found)
