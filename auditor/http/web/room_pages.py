"""Rooms at a glance, one room, and one of its gaming days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Response, request

from auditor.day_logs import DayLogs
from auditor.day_sheets import plain_sums, room_days_table
from auditor.days import Day
from auditor.errors import NoSuchDay
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.report_api import csv_document, xlsx_document
from auditor.http.web.forms import whole
from auditor.http.web.incident_pages import currencies
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.page_words import day_words
from auditor.http.web.pictures import DayShown, Picture, picture_of_day, picture_of_room, picture_of_trend
from auditor.http.web.web_blueprint import web
from auditor.importing.importers import is_history
from auditor.incident_selection import IncidentSelection
from auditor.incidents import WAITING
from auditor.overdue import gaming_today
from auditor.overview import RoomRow
from auditor.session_states import RoomsDay, SessionStanding
from auditor.sheets_xlsx import xlsx_of
from auditor.store.rows import Page
from auditor.store.service_clock import now
from auditor.store.stored_overview import DayNumbers
from auditor.terms import day_of_text, in_force
from reports.spreadsheet import csv_lines, marked
from rules.results import SEVERITIES, SessionOfDay

SPANS = (7, 14, 28)
_MOST = 1000  # sessions and incidents of a day that a page lists
_MOST_STUCK = 10  # sessions that cannot be audited, above them
_MOST_WAITING = 50  # incidents that the page of a room lists above its days
_COLUMNS = (
    "room", "day", "sessions", "hands", "not_audited", "not_auditable", *SEVERITIES, "unanswered", "log_missing", "currency",
    "misallocated",
)  # fmt: skip
_OF_ROOMS = (
    "room", "first_day", "last_day", "sessions", "hands", "not_audited", "not_auditable", *SEVERITIES, "incidents", "unanswered",
    "logs_missing", "currency", "misallocated", "before_first_day", "incidents_before", "currency_before", "misallocated_before",
)  # fmt: skip
_SORTS = {
    "room": lambda row: row.room.id,
    "severity": lambda row: tuple(-row.severity(each) for each in SEVERITIES),
    "missing": lambda row: -row.missing,
    "money": lambda row: -sum(row.misallocated.values()),
    "trend": lambda row: (row.incidents_before or 0) - row.incidents,
    "money_trend": lambda row: sum((row.misallocated_before or {}).values()) - sum(row.misallocated.values()),
}


@web.get("/rooms")
@for_people("days", "read")
def rooms() -> Response:
    """Every room with its last gaming days."""
    rows, shown = _rows()
    days = [(each.day, day_words(each.day)) for each in rows[0].days] if rows else []
    alarms = open_alarms_counted()
    counts = {each.numbers.sessions for row in rows for each in row.days if each.numbers}
    trends = {row.room.id: picture_of_trend(row, f"trend-{at}") for at, row in enumerate(rows)}
    return page(
        "pages/rooms.html",
        rows=rows,
        days=days,
        counts=counts,
        trends=trends,
        severities=SEVERITIES,
        alarms=alarms,
        **shown,
    )


@web.get("/rooms.csv")
@for_people("days", "read")
def rooms_csv() -> Response:
    """The same as a table for a spreadsheet: a line for each room and day on record, or for each room beside the days before."""
    if request.args.get("by") == "room":
        return csv_document(
            b"".join(marked(csv_lines(_OF_ROOMS, _lines_of_rooms(*_rows_with_stuck())))), "rooms-compared.csv"
        )
    return csv_document(b"".join(marked(csv_lines(_COLUMNS, _lines(*_rows_with_stuck())))), "rooms.csv")


@web.get("/rooms.xlsx")
@for_people("days", "read")
def rooms_xlsx() -> Response:
    """The days of the rooms as a workbook."""
    return xlsx_document(xlsx_of([room_days_table(*_rows_with_stuck())]), "rooms.xlsx")


def _rows_with_stuck() -> tuple[list[RoomRow], Mapping[RoomsDay, int]]:
    """The rooms that the query selects, and how many sessions of each of their days cannot be audited."""
    return _rows()[0], service().session_states.stuck_by_day()


def _lines(rows: Sequence[RoomRow], stuck: Mapping[RoomsDay, int]) -> Iterator[Sequence[object]]:
    for row in rows:
        for each in row.days:
            found = each.numbers
            if found is None and not each.missing:
                continue
            found = found or DayNumbers()
            yield (
                row.room.id, each.day, found.sessions, found.hands, found.waiting, stuck.get((row.room.id, each.day), 0),
                *(found.severities.get(name, 0) for name in SEVERITIES),
                found.unanswered, "yes" if each.missing else "no",
                *plain_sums(found.misallocated),
            )  # fmt: skip


def _lines_of_rooms(rows: Sequence[RoomRow], stuck: Mapping[RoomsDay, int]) -> Iterator[Sequence[object]]:
    for row in rows:
        days = [each.numbers for each in row.days if each.numbers]
        first = dt.date.fromisoformat(row.days[0].day)
        before = row.misallocated_before
        yield (
            row.room.id, row.days[0].day, row.days[-1].day, sum(each.sessions for each in days), sum(each.hands for each in days),
            sum(each.waiting for each in days), sum(stuck.get((row.room.id, each.day), 0) for each in row.days),
            *(row.severity(name) for name in SEVERITIES), row.incidents, row.unanswered, row.missing,
            *plain_sums(row.misallocated), (first - dt.timedelta(days=len(row.before))).isoformat(),
            "" if row.incidents_before is None else row.incidents_before, *(("", "") if before is None else plain_sums(before)),
        )  # fmt: skip


def _rows() -> tuple[list[RoomRow], dict[str, Any]]:
    """The rooms that the query selects, and what it says."""
    until = _day(request.args.get("until"))
    asked = whole(request.args.get("days", ""))
    days = asked if asked in SPANS else SPANS[1]
    sort, search = request.args.get("sort", "room"), request.args.get("search", "").strip()[:100]
    only = request.args.get("only", "")
    found, waiting = service().overview.rooms(until, days), _waiting()
    stuck = service().session_states.stuck_by_room()
    rows = [
        row
        for row in found
        if search.lower() in row.room.id.lower()
        and (only != "missing" or row.missing)
        and (only != "unanswered" or waiting.get(row.room.id))
        and (only != "stuck" or stuck.get(row.room.id))
    ]
    rows.sort(key=_SORTS.get(sort, _SORTS["room"]))
    if sort == "unanswered":
        rows.sort(key=lambda row: -waiting.get(row.room.id, 0))
    if sort == "stuck":
        rows.sort(key=lambda row: -stuck.get(row.room.id, 0))
    if until is None:
        until = dt.date.fromisoformat(found[0].days[-1].day if found else now()[:10])
    shown = {
        "until": until,
        "span": days,
        "sort": sort,
        "search": search,
        "only": only,
        "all": len(found),
        "waiting": waiting,
        "stuck": stuck,
        "spans": SPANS,
    }
    return rows, shown


def open_alarms_counted() -> dict[str, int]:
    """Number of open alarms of each room, for whoever may read screening."""
    return service().open_alarms.counted() if here().may("screening", "read") else {}


def _waiting() -> dict[str, int]:
    """How many incidents of each room await its answer, whatever their day."""
    found: dict[str, int] = {}
    for each in service().incidents.counted(WAITING):
        found[each.room] = found.get(each.room, 0) + each.incidents
    return found


@web.get("/rooms/<room>")
@for_people("days", "read")
def room(room: str) -> Response:
    """A room: its gaming days, and the incidents that await something."""
    about(room=room)
    found = service().rooms.get(room)
    today = gaming_today(found.terms, now())
    last = _day(request.args.get("until")) or today
    row = service().overview.room(found, last, SPANS[-1])
    waiting, total = service().incidents.page(
        room, IncidentSelection(states=("open", "returned", "answered")), Page(1, _MOST_WAITING)
    )
    return page(
        "pages/room.html", room=found, terms=in_force(found.terms, last), row=row, today=today.isoformat(),
        proposed=len(service().room_terms.waiting(room)), stuck=service().session_states.stuck(room), most_stuck=_MOST_STUCK,
        waiting=waiting, total=total, currencies=currencies(room, waiting), last=last,
        earlier=last - dt.timedelta(days=SPANS[-1]),
        alarms=open_alarms_counted().get(room, 0), later=min(last + dt.timedelta(days=SPANS[-1]), today),
        picture=picture_of_room(row),
    )  # fmt: skip


@web.get("/rooms/<room>/today")
@for_people("days", "read")
def room_today(room: str) -> Response:
    """The gaming day of this moment."""
    found = service().rooms.get(room)
    return see(place("day", room=room, date=gaming_today(found.terms, now()).isoformat()))


@web.get("/rooms/<room>/days/<date>")
@for_people("days", "read")
def day(room: str, date: str) -> Response:
    """A gaming day: its logs, what became of them, and its incidents."""
    about(room=room)
    found = service().rooms.get(room)
    wanted = day_of_text(date)
    on_record = service().days.get(room, wanted)
    incidents, total = service().incidents.page(
        room, IncidentSelection(first_day=date, last_day=date), Page(1, _MOST)
    )
    row = service().overview.room(found, wanted, 1)
    logs = service().day_logs(room, wanted)
    may_read = here().may("evidence", "read")
    refused = service().refused_files.of_day(room, wanted) if may_read else []
    workbooks = service().originals.without_session(room, logs.begins, logs.ends) if may_read else []
    return page(
        "pages/day.html", states=_states(logs), incomplete=_left_out(on_record),
        room=found, day=date, on_record=on_record, cell=row.days[0], row=row,
        incidents=incidents, total=total, currencies=currencies(room, incidents), video=service().video(room, date),
        terms=in_force(found.terms, wanted), is_today=date == row.today,
        picture=_picture_of_day(logs, on_record, str(in_force(found.terms, wanted)["time_zone"])),
        logs=logs, workbooks=workbooks, is_history=is_history, refused=refused, fees=_audited(on_record).get("triangle", []),
        earlier=(wanted - dt.timedelta(days=1)).isoformat(), later=(wanted + dt.timedelta(days=1)).isoformat(),
    )  # fmt: skip


def _states(logs: DayLogs) -> Mapping[int, SessionStanding]:
    """What became of the sessions of a day, by their numbers."""
    return service().session_states.of([each for table in logs.tables for each in table.sessions])


def _left_out(on_record: Day) -> list[tuple[int | None, dict[str, Any]]]:
    """The sessions without which the newest audit of a day was made, each with its number where it is still current."""
    numbers = {each.session: each.id for each in on_record.sessions}
    newest = on_record.audits[0].summary if on_record.audits else None
    left_out = ((newest or {}).get("day") or {}).get("skipped") or []
    return [(numbers.get(each["session"]), each) for each in left_out]


def _audited(on_record: Day) -> dict[str, Any]:
    """The facts of the day as its newest audit has them; empty where it has none."""
    found = ((each.summary or {}).get("day") for each in on_record.audits)
    return next(filter(None, found), {})


def _picture_of_day(logs: DayLogs, on_record: Day, zone: str) -> Picture | None:
    """The day's sessions on its clock. Until when one without a close was open is in the audit of the day, if it has one."""
    ended: dict[str, str | None] = {
        each["session"]: each["ended_at"] for each in _audited(on_record).get("sittings", [])
    }
    sittings = [
        SessionOfDay(
            table=each.table, tournament=None, session=each.session, number=each.facts.number,
            opened_at=each.facts.opened_at, ended_at=each.facts.closed_at or ended.get(each.session),
            closed=each.facts.closed_at is not None, hands=each.hands, nothing_played=not each.hands,
        )
        for table in logs.tables
        for each in table.sessions
    ]  # fmt: skip
    return picture_of_day(DayShown(zone, logs.begins, logs.ends, sittings))


def _day(text: str | None) -> dt.date | None:
    try:
        return day_of_text(text) if text else None
    except NoSuchDay:
        return None
