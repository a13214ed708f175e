"""/v1/rooms/{room}/days/{date}: a room's gaming days as a whole."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from auditor.http import day_schemas as schemas
from auditor.http import resources
from auditor.http.answer_structs import shown, shown_or_none
from auditor.http.audit_api import audit_answer, audit_as_it_is
from auditor.http.audit_resource import AuditResource
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.problem_answers import HttpProblem
from auditor.http.report_api import exhibits_asked, report_json_of, report_pdf_of
from auditor.http.request_schemas import ReportQuery
from auditor.http.room_api import blueprint
from auditor.http.room_resource import room_url
from auditor.serialization import AuditDocument
from auditor.store.rows import AuditRecord
from auditor.terms import day_of_text
from rules.checks.day.session_summary import DayTotals

_ADDRESS = "/<room>/days/<date>"
PDF_TYPE = "application/pdf"


def day_url(room: str, day: str) -> str:
    """Address of a room's gaming day."""
    return f"{room_url(room)}/days/{day}"


@blueprint.route(_ADDRESS, methods=["GET"], access=("days", "read"))
@blueprint.response(200, schemas.DayResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getDay")
def one_day(room: str, date: str) -> Response:
    """A gaming day of a room: its sessions, the versions of its audit, and what the room itself added up."""
    day = service().days.get(room, day_of_text(date))
    url = day_url(room, day.day)
    return answer(
        shown(
            schemas.DayResource,
            day,
            room=room,
            sessions=[each.id for each in day.sessions],
            audits=[_version(each) for each in day.audits],
            totals=shown_or_none(schemas.TotalsResource, day.totals),
            **resources.video_members(service().video(room, day.day)),
            links={
                "self": url,
                "room": room_url(room),
                "audit": f"{url}/audit",
                "report_pdf": f"{url}/report.pdf",
                "report_json": f"{url}/report.json",
                "totals": f"{url}/totals",
            },
        )
    )


def _version(audit: AuditRecord) -> schemas.DayVersionResource:
    return shown(schemas.DayVersionResource, audit, url=resources.audit_url(audit.id))


@blueprint.route(f"{_ADDRESS}/audit", methods=["PUT"], access=("days", "audit"))
@blueprint.arguments(schemas.DayAuditQuery, location="query")
@blueprint.response(
    201, AuditResource, description="A new version: the first, or something that it rests on has changed"
)
@blueprint.alt_response(202, schema=AuditResource, description="It goes on; look at Location", success=True)
@blueprint.alt_response(
    200,
    schema=AuditResource,
    description="The newest version: nothing that it rests on has changed",
    success=True,
)
@blueprint.problems(400, 403, 404, 409)
@blueprint.doc(operationId="auditDay")
def audit(query: dict[str, Any], room: str, date: str) -> Response:
    """Audit a gaming day of a room as a whole: every session that was opened on it, and what only all of them show.

    Where evidence, rulesets and engine are the same, the answer is the newest version; a late log, a correction, an
    approval or the room's own totals make a new one. A day that is not over cannot be audited as a whole.
    """
    if request.get_data(cache=False).strip() not in (b"", b"{}"):
        raise HttpProblem(
            400,
            "unwanted-body",
            "This address takes no body. Tables that must have a log of the day are named in the query, as ?tables=T1,T2.",
        )
    made, new = service().days.audit(room, day_of_text(date), query.get("tables"))
    return audit_answer(made, new)


@blueprint.route(f"{_ADDRESS}/audit", methods=["GET"], access=("days", "read"))
@blueprint.response(200, AuditResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getDayAudit")
def newest(room: str, date: str) -> Response:
    """The newest version of a day's audit."""
    return audit_as_it_is(service().days.newest(room, day_of_text(date)))


def _finished(room: str, date: str) -> AuditRecord:
    """The newest version of a day's audit, with its result."""
    return service().auditing.finished(service().days.newest(room, day_of_text(date)).id)


@blueprint.route(f"{_ADDRESS}/report.pdf", methods=["GET"], access=("days", "read"))
@blueprint.arguments(ReportQuery, location="query")
@blueprint.files(PDF_TYPE)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="getDayPdf")
def report_pdf(query: dict[str, Any], room: str, date: str) -> Response:
    """The newest version of a day's audit for people: the day, its fees, its tables, and the audit of every session."""
    return report_pdf_of(_finished(room, date), exhibits_asked(query))


@blueprint.route(f"{_ADDRESS}/report.json", methods=["GET"], access=("days", "read"))
@blueprint.response(200, AuditDocument)
@blueprint.problems(403, 404, 409, 410)
@blueprint.doc(operationId="getDayJson")
def report_json(room: str, date: str) -> Response:
    """The newest version of a day's audit for programs."""
    return report_json_of(_finished(room, date))


@blueprint.route(f"{_ADDRESS}/totals", methods=["PUT"], access=("days", "total"))
@blueprint.arguments(schemas.TotalsRequest)
@blueprint.response(201, schemas.TotalsResource, description="The totals are on record")
@blueprint.alt_response(200, schema=schemas.TotalsResource, description="They were", success=True)
@blueprint.problems(400, 403, 404, 415, 422)
@blueprint.doc(operationId="putDayTotals")
def put_totals(body: dict[str, Any], room: str, date: str) -> Response:
    """Put on record what the room itself added up for a day: fees and counts of the drop boxes, by kind."""
    by = holder(body.pop("by"))
    totals = DayTotals(room=room, day=day_of_text(date).isoformat(), **body)
    kept, new = service().days.put_totals(totals, by)
    return answer(shown(schemas.TotalsResource, kept), 201 if new else 200)


@blueprint.route(f"{_ADDRESS}/totals", methods=["GET"], access=("days", "read"))
@blueprint.response(200, schemas.TotalsResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getDayTotals")
def totals(room: str, date: str) -> Response:
    """Totals that the room itself added up for a day."""
    return answer(shown(schemas.TotalsResource, service().days.totals(room, day_of_text(date))))
