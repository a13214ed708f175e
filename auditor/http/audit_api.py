"""/v1/audits: requested, waited for, read."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from auditor.http import request_schemas
from auditor.http.access_log import about
from auditor.http.answer_structs import component
from auditor.http.audit_resource import AuditResource, NothingToAuditResource, SkippedResource, audit_resource
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service
from auditor.http.incident_resource import incident_of_audit
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import HttpProblem
from auditor.http.problem_table import RETRY_SECONDS
from auditor.http.resources import audit_url
from auditor.store.audit_filter import AuditFilter
from auditor.store.rows import AuditRecord, FindingFilter, IncidentFilter, Selection

LONGEST_KEY = 255

blueprint = Blueprint("audits", __name__, url_prefix="/v1/audits", description="Audits and what they found")

_KEY_DOC = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "maxLength": LONGEST_KEY},
    "description": (
        "The same key with the same body gives the audit that it gave before, for programs that retry."
    ),
}


@blueprint.route("", methods=["POST"], access=("audits", "request"))
@blueprint.arguments(request_schemas.AuditRequest)
@blueprint.response(201, AuditResource, description="The audit has ended (see its state)")
@blueprint.alt_response(202, schema=AuditResource, description="It goes on; look at Location", success=True)
@blueprint.alt_response(
    200,
    schema=NothingToAuditResource,
    description="Nothing to audit: no audit was made",
    success=True,
)
@blueprint.alt_response(
    200,
    schema=AuditResource,
    description="The audit that this Idempotency-Key gave before, or the same what-if",
    success=True,
)
@blueprint.problems(400, 403, 413, 415, 422, 429)
@blueprint.doc(parameters=[_KEY_DOC], operationId="createAudit")
def ask(body: dict[str, Any]) -> Response:
    """Audit sessions.

    Name the sessions, or a room with or without days, or all that are pending; several sessions make one
    audit. `what_if` tries `ruleset` as if it were in force on every day, also one of a room that was
    not approved; the result compares it with what was in force. It is the one that was made before if nothing that it
    rests on has changed. An audit that takes longer than a moment
    goes on in the background (202). Sessions of a room, or pending ones, that name no ruleset of the library are
    skipped, and `skipped` says why; for a session that is requested by its id this is an error. Where nothing is left to audit
    the answer is 200 with `audit` null.
    """
    asked = service().auditing.ask(
        selection_of(body), as_sent(body), body.get("ruleset"), _key(), what_if=body.get("what_if", False)
    )
    if asked.audit is None:
        skipped = [SkippedResource(**each) for each in asked.skipped]
        return answer(NothingToAuditResource(None, nothing_words(body, asked.skipped), skipped))
    return audit_answer(asked.audit, asked.new)


def audit_answer(audit: AuditRecord, new: bool) -> Response:
    """The answer to a request for an audit: 201 made, 202 going on, 200 there before."""
    about(audit=audit.id)
    headers = {"Location": audit_url(audit.id)}
    status = 201 if new else 200
    if audit.state in ("queued", "running"):
        status = 202
        headers["Retry-After"] = RETRY_SECONDS
    return answer(audit_resource(audit), status, headers)


def audit_as_it_is(audit: AuditRecord) -> Response:
    """An audit that is read; while it goes on, with when to look again."""
    headers = {"Retry-After": RETRY_SECONDS} if audit.state in ("queued", "running") else None
    return answer(audit_resource(audit), 200, headers)


def selection_of(body: dict[str, Any]) -> Selection:
    """The sessions that a request selects."""
    if "sessions" in body:
        return Selection(ids=tuple(body["sessions"]))
    if "pending" in body:
        return Selection(pending=True)
    return Selection(
        room=body["room"],
        first_day=body["first"].isoformat() if "first" in body else None,
        last_day=body["last"].isoformat() if "last" in body else None,
        current=True,
    )


def as_sent(body: dict[str, Any]) -> dict[str, Any]:
    """A request as it was sent, for the record."""
    names = {"first": "from", "last": "until"}
    sent = {names.get(name, name): value for name, value in body.items()}
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in sent.items()}


def _key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise HttpProblem(
            400,
            "bad-idempotency-key",
            f"An Idempotency-Key is 1 to {LONGEST_KEY} printable ASCII characters.",
        )
    return key


def nothing_words(body: dict[str, Any], skipped: list[dict[str, Any]]) -> str:
    """Sentence on why a request gave no audit."""
    if skipped:
        return (
            f"No audit was made: none of the {len(skipped)} selected sessions can be audited; 'skipped' "
            "says why."
        )
    if "pending" in body:
        return "No audit was made: no session is pending."
    return f"No audit was made: there is no current session of room {body['room']!r} in these days."


@blueprint.route("", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.AuditsQuery, location="query")
@blueprint.page("AuditPage", audits=AuditResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listAudits")
def listed(query: dict[str, Any]) -> Response:
    """List audits, the newest first, also by room, by the gaming days of what was audited, and by state."""
    page = page_of(query)
    first, last = query.get("first"), query.get("last")
    wanted = AuditFilter(
        query.get("room"),
        first.isoformat() if first else None,
        last.isoformat() if last else None,
        tuple(query.get("state", ())),
    )
    rows, total = service().auditing.page(page, wanted)
    return paged("audits", [audit_resource(row) for row in rows], page, total)


@blueprint.route("/<number:audit>/again", methods=["POST"], access=("audits", "request"))
@blueprint.arguments(request_schemas.AgainRequest)
@blueprint.response(201, AuditResource, description="A new audit next to this one")
@blueprint.alt_response(202, schema=AuditResource, description="It goes on; look at Location", success=True)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="auditAgain")
def again(body: dict[str, Any], audit: int) -> Response:
    """Do an audit again, as a new one.

    `then`: the same logs, with the controls and rooms as they were on record when it was requested; the same engine finds
    the same. `now`: the current versions of its logs, with what is on record now. `compare` shows what differs.
    """
    asked = service().auditing.again(service().auditing.get(audit), body["known"])
    assert asked.audit is not None  # its sessions are there
    return audit_answer(asked.audit, asked.new)


@blueprint.route("/<number:audit>", methods=["GET"], access=("audits", "read"))
@blueprint.response(200, AuditResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getAudit")
def one(audit: int) -> Response:
    """One audit: its progress and its totals."""
    return audit_as_it_is(service().auditing.get(audit))


def filter_of(query: dict[str, Any]) -> FindingFilter:
    """The findings that a query selects."""
    return FindingFilter(
        codes=tuple(query.get("code", ())),
        kinds=tuple(query.get("kind", ())),
        severities=tuple(query.get("severity", ())),
        hand=query.get("hand"),
        session=query.get("session"),
        player=query.get("player"),
    )


def incident_filter_of(query: dict[str, Any]) -> IncidentFilter:
    """The incidents that a query selects."""
    return IncidentFilter(
        areas=tuple(query.get("area", ())),
        severities=tuple(query.get("severity", ())),
        pattern=query.get("pattern"),
        session=query.get("session"),
        states=tuple(query.get("state", ())),
    )


@blueprint.route("/<number:audit>/incidents", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.IncidentsPageQuery, location="query")
@blueprint.page("IncidentPage", incidents=component("IncidentItem"))
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="listIncidents")
def incidents(query: dict[str, Any], audit: int) -> Response:
    """An audit's incidents, what a person acts on, in its own order.

    `session_id` is the session an incident belongs to, `state` what became of it by now, and `due` the day by which an answer is
    due. They are null of what only a what-if finds.
    """
    found = service().auditing.grouped(audit)
    page = page_of(query)
    rows, total = service().results.incident_page(found, incident_filter_of(query), page)
    became = service().results.became(found, [incident.id for _, incident in rows])
    items = [incident_of_audit(number, incident, became.get(incident.id)) for number, incident in rows]
    return paged("incidents", items, page, total)


@blueprint.route("/<number:audit>/findings", methods=["GET"], access=("audits", "read"))
@blueprint.arguments(request_schemas.FindingsPageQuery, location="query")
@blueprint.page("FindingPage", findings=component("FindingItem"))
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="listFindings")
def findings(query: dict[str, Any], audit: int) -> Response:
    """An audit's findings, in its own order. `session_id` is the session a finding belongs to."""
    found = service().auditing.finished(audit)
    page = page_of(query)
    rows, total = service().results.page(found, filter_of(query), page)
    items = [{"session_id": number, **msgspec.structs.asdict(finding)} for number, finding in rows]
    return paged("findings", items, page, total)
