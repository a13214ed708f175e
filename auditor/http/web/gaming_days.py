"""The statement that nothing was played on a gaming day: shown as the log that it is, and taken in once it is confirmed."""

from __future__ import annotations

from flask import Response, request

from auditor.errors import CannotState, Conflict, EvidencePurged, LimitReached
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service, telemetry
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.nothing_played import Statement
from auditor.terms import day_of_text

_MOST_TABLES = 100


@web.get("/rooms/<room>/days/<date>/nothing-played")
@for_people("sessions", "upload")
def nothing_played(room: str, date: str) -> Response:
    """Statement that would be put on record: the tables, and the log of each."""
    return _shown(room, date, request.args.getlist("table"))


@web.post("/rooms/<room>/days/<date>/nothing-played")
@for_people("sessions", "upload")
def state_nothing_played(room: str, date: str) -> Response:
    """Put it on record. Where it is there already, nothing is added."""
    about(room=room)
    day = day_of_text(date)
    tables = _named(request.form.getlist("table"))
    if not request.form.get("sure"):
        return _shown(room, date, tables, 422, errors={"sure": "Confirm that nothing was played."})
    try:
        with refusals_counted():
            done = service().nothing_played.state(room, day, tables)
    except (CannotState, Conflict, EvidencePurged, LimitReached) as error:
        return _shown(room, date, tables, 409, error=str(error))
    for each in done:
        telemetry().uploaded("same" if each.already_stored else "stored")
    return see(place("day", room=room, date=date))


def _shown(
    room: str,
    date: str,
    tables: list[str],
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    about(room=room)
    found, day = service().rooms.get(room), day_of_text(date)
    logs = service().day_logs(room, day)
    listed = list(dict.fromkeys([*_named(tables), *([] if tables else logs.without_log)]))
    made: list[Statement] = []
    reasons: dict[str, None] = {error: None} if error else {}
    for table in listed:
        try:
            made += service().nothing_played.made(room, day, [table])
        except CannotState as cannot:
            reasons[str(cannot)] = None
    if listed and not made:
        status = max(status, 409)
    return page(
        "pages/nothing_played.html", status, room=found, day=date, logs=logs, tables=listed, made=made,
        errors=errors or {}, reasons=list(reasons),
    )  # fmt: skip


def _named(tables: list[str]) -> list[str]:
    return [each.strip() for each in tables if each.strip()][:_MOST_TABLES]
