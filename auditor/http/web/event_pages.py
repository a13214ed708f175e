"""Tournaments and ledgers of a room: their list, and one with what belongs to it, its audit and its incidents."""

from __future__ import annotations

from flask import Response, request

from auditor.errors import NoSuchAudit, SessionsNotAuditable
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.event_api import file_answer
from auditor.http.web.audit_pages import GOING_ON, event_incidents
from auditor.http.web.forms import page_number
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.web_blueprint import web
from auditor.store.rows import AuditRecord, Page
from auditor.store.stored_event_files import EventFileRecord
from rules.results import SEVERITIES

_FIRST = 3  # incidents that an outcome lists
_SIZE = 50


@web.get("/rooms/<room>/events")
@for_people("events", "read")
def events(room: str) -> Response:
    """The tournaments and ledgers of a room, the newest first, each with its newest audit."""
    about(room=room)
    found = service().rooms.get(room)
    number = page_number()
    rows, total = service().event_files.of_room(room, Page(number, _SIZE))
    return page(
        "pages/events.html", room=found, rows=[(each, _newest(each)) for each in rows], total=total, severities=SEVERITIES,
        number=number, pages=-(-total // _SIZE) or 1,
    )  # fmt: skip


@web.get("/events/<number:event>")
@for_people("events", "read")
def event(event: int) -> Response:
    """A tournament or a ledger: what its file says of itself, what belongs to it, and what its newest audit found."""
    return _shown(service().event_files.find(event))


def _shown(found: EventFileRecord, status: int = 200, error: str | None = None) -> Response:
    about(room=found.room)
    audit = _newest(found)
    seen = audit is not None and here().may("audits", "read")
    incidents, total = event_incidents(audit) if audit is not None and seen else ([], 0)
    return page(
        "pages/event.html", status, file=found, facts=found.facts, belongs=service().event_files.belongs(found), audit=audit,
        seen=seen, going_on=audit is not None and audit.state in GOING_ON, incidents=incidents, total=total,
        severities=SEVERITIES, zone=zone_of([found.room], found.received_at), known=service().rooms.find(found.room), error=error,
    )  # fmt: skip


@web.get("/events/<number:event>/outcome")
@for_people("events", "read")
def event_outcome(event: int) -> Response:
    """Outcome of a tournament or a ledger, for the script of a page; its own page for whoever opens it."""
    found = service().event_files.find(event)
    about(room=found.room)
    if not request.headers.get("HX-Request"):
        return see(place("event", event=event))
    audit = _newest(found)
    seen = audit is not None and here().may("audits", "read")
    incidents, total = event_incidents(audit) if audit is not None and seen else ([], 0)
    waits = service().audits_on_arrival and audit is None and found.pending
    return page(
        "pages/event_outcome.html", file=found, audit=audit, seen=seen, incidents=incidents[:_FIRST], total=total,
        polls=waits or (audit is not None and audit.state in GOING_ON),
    )  # fmt: skip


@web.get("/events/<number:event>/file")
@for_people("evidence", "read")
def event_file(event: int) -> Response:
    """The file of a tournament or a ledger, byte for byte as it was received."""
    found = service().event_files.find(event)
    about(room=found.room)
    return file_answer(found)


@web.post("/events/<number:event>/audit")
@for_people("events", "audit")
def audit_event(event: int) -> Response:
    """Audit a tournament or a ledger with what is on record of it, and go on where its progress is."""
    found = service().event_files.find(event)
    about(room=found.room)
    try:
        asked, _ = service().event_audits.audit(found.kind, event)
    except SessionsNotAuditable as error:
        return _shown(found, 409, str(error))
    return see(
        place("audit", audit=asked.id) if here().may("audits", "read") else place("event", event=event)
    )


def _newest(file: EventFileRecord) -> AuditRecord | None:
    """The newest audit of an event, of whichever version of its file."""
    try:
        return service().event_audits.newest(file.kind, file.id)
    except NoSuchAudit:
        return None
