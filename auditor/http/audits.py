"""/v1/audits: asked for, waited for, read."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from auditor.auditing import CannotSelect
from auditor.filing import CannotFile
from auditor.http import resources, schemas
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service
from auditor.http.paging import PAGE_HEADERS, page_of, paged
from auditor.http.problems import HttpProblem
from auditor.store.audits import KeyUsed
from auditor.store.rows import AuditRecord, FindingFilter, IncidentFilter, Selection
from rules.controls.library import NotApproved, UnknownRuleset

RETRY_SECONDS = "1"
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


@blueprint.route("", methods=["POST"])
@blueprint.arguments(schemas.AuditRequest)
@blueprint.response(201, schemas.AuditSchema, description="The audit has ended (see its state)")
@blueprint.alt_response(
    202, schema=schemas.AuditSchema, description="It goes on; look at Location", success=True
)
@blueprint.alt_response(
    200, schema=schemas.NothingToAuditSchema, description="Nothing to audit: no audit was made", success=True
)
@blueprint.alt_response(
    200,
    schema=schemas.AuditSchema,
    description="The audit that this Idempotency-Key gave before",
    success=True,
)
@blueprint.problems(400, 403, 413, 415, 422)
@blueprint.doc(parameters=[_KEY_DOC], operationId="createAudit")
def ask(body: dict[str, Any]) -> Response:
    """Audit sessions.

    Name the sessions, or a room with or without days, or all that are pending; several sessions make one
    audit. `what_if` tries the ruleset asked for as if it were in force on every day, also one of a room that was
    not approved; the result has its effect against what was in force. An audit that takes longer than a moment
    goes on in the background (202). Sessions of a room, or pending ones, that name no ruleset of the library are
    skipped, and `skipped` says why; a session asked for by its id is an error then. Where nothing is left to audit
    the answer is 200 with `audit` null.
    """
    try:
        asked = service().auditing.ask(
            _selection(body), _as_sent(body), body.get("ruleset"), _key(), what_if=body.get("what_if", False)
        )
    except UnknownRuleset as error:
        raise _invalid("unknown-ruleset", str(error), "#/ruleset") from error
    except NotApproved as error:
        raise _invalid("not-approved", str(error), "#/ruleset") from error
    except CannotFile as error:
        raise _invalid("cannot-be-tried", str(error), "#/ruleset") from error
    except CannotSelect as error:
        raise _invalid("cannot-audit", str(error), f"#/sessions/{error.index}") from error
    except KeyUsed as error:
        raise HttpProblem(422, "idempotency-key-used", str(error)) from error
    if asked.audit is None:
        return answer({"audit": None, "message": _nothing(body, asked.skipped), "skipped": asked.skipped})
    return audit_answer(asked.audit, asked.new)


def audit_answer(audit: AuditRecord, new: bool) -> Response:
    """An audit that was asked for: made (201), going on (202), or the one that was there before (200)."""
    headers = {"Location": resources.audit_url(audit.id)}
    status = 201 if new else 200
    if audit.state in ("queued", "running"):
        status = 202
        headers["Retry-After"] = RETRY_SECONDS
    return answer(resources.audit_resource(audit), status, headers)


def _selection(body: dict[str, Any]) -> Selection:
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


def _as_sent(body: dict[str, Any]) -> dict[str, Any]:
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


def _invalid(kind: str, detail: str, pointer: str) -> HttpProblem:
    return HttpProblem(422, kind, detail, errors=[{"detail": detail, "pointer": pointer}])


def _nothing(body: dict[str, Any], skipped: list[dict[str, Any]]) -> str:
    if skipped:
        return (
            f"No audit was made: none of the {len(skipped)} selected sessions can be audited; 'skipped' "
            "says why."
        )
    if "pending" in body:
        return "No audit was made: no session is pending."
    return f"No audit was made: there is no current session of room {body['room']!r} in these days."


@blueprint.route("", methods=["GET"])
@blueprint.arguments(schemas.AuditsQuery, location="query")
@blueprint.response(200, schemas.AuditPageSchema, headers=PAGE_HEADERS)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listAudits")
def listed(query: dict[str, Any]) -> Response:
    """List audits, the newest first."""
    page = page_of(query)
    rows, total = service().store.audits.page(page)
    return paged("audits", [resources.audit_resource(row) for row in rows], page, total)


def get_audit(number: int) -> AuditRecord:
    """An audit, or the problem that there is none."""
    found = service().store.audits.get(number)
    if found is None:
        raise HttpProblem(
            404, "no-such-audit", f"There is no audit {number}. GET /v1/audits lists those there are."
        )
    return found


def finished_audit(number: int) -> AuditRecord:
    """An audit that has a result, or the problem that it has none."""
    found = get_audit(number)
    if found.state == "failed":
        raise HttpProblem(409, "audit-failed", f"Audit {number} failed and has no result. {found.error}")
    if found.state != "finished":
        raise HttpProblem(
            409,
            "audit-not-finished",
            f"Audit {number} is {found.state} ({found.hands_done:,} of {found.hands_total:,} hands); its "
            f"result is here when {resources.audit_url(number)} says 'finished'.",
            headers={"Retry-After": RETRY_SECONDS},
        )
    return found


@blueprint.route("/<number:audit>/again", methods=["POST"])
@blueprint.arguments(schemas.AgainRequest)
@blueprint.response(201, schemas.AuditSchema, description="A new audit beside this one")
@blueprint.alt_response(
    202, schema=schemas.AuditSchema, description="It goes on; look at Location", success=True
)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="auditAgain")
def again(body: dict[str, Any], audit: int) -> Response:
    """Do an audit again, as a new one beside it.

    `then`: the same logs, with the controls and rooms as they were on record when it was asked for; the same engine finds
    the same. `now`: the current versions of its logs, with what is on record now. `compare` tells what differs.
    """
    try:
        asked = service().auditing.again(get_audit(audit), body["known"])
    except (CannotSelect, UnknownRuleset) as error:
        raise HttpProblem(409, "cannot-audit", str(error)) from error
    except CannotFile as error:
        raise HttpProblem(409, "cannot-be-tried", str(error)) from error
    assert asked.audit is not None  # its sessions are there
    return audit_answer(asked.audit, asked.new)


@blueprint.route("/<number:audit>", methods=["GET"])
@blueprint.response(200, schemas.AuditSchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getAudit")
def one(audit: int) -> Response:
    """One audit: how far it is, and what it came to."""
    found = get_audit(audit)
    waiting = found.state in ("queued", "running")
    return answer(resources.audit_resource(found), 200, {"Retry-After": RETRY_SECONDS} if waiting else None)


def filter_of(query: dict[str, Any]) -> FindingFilter:
    """The findings that a query asks for."""
    return FindingFilter(
        codes=tuple(query.get("code", ())),
        kinds=tuple(query.get("kind", ())),
        severities=tuple(query.get("severity", ())),
        hand=query.get("hand"),
        session=query.get("session"),
        player=query.get("player"),
    )


def incident_filter_of(query: dict[str, Any]) -> IncidentFilter:
    """The incidents that a query asks for."""
    return IncidentFilter(
        areas=tuple(query.get("area", ())),
        severities=tuple(query.get("severity", ())),
        pattern=query.get("pattern"),
        session=query.get("session"),
    )


def grouped_audit(number: int) -> AuditRecord:
    """A finished audit with incidents, or the problem that its engine did not group findings."""
    found = finished_audit(number)
    assert found.summary is not None
    if found.summary.get("incidents") is None:
        raise HttpProblem(
            409,
            "no-incidents",
            f"Audit {number} was made by an engine that did not group findings into incidents. POST "
            f"{resources.audit_url(number)}/again makes an audit with them.",
        )
    return found


@blueprint.route("/<number:audit>/incidents", methods=["GET"])
@blueprint.arguments(schemas.IncidentsPageQuery, location="query")
@blueprint.response(200, "IncidentPage", headers=PAGE_HEADERS)
@blueprint.problems(400, 403, 404, 409)
@blueprint.doc(operationId="listIncidents")
def incidents(query: dict[str, Any], audit: int) -> Response:
    """An audit's incidents, what a person acts on, in its own order. `session_id` is the session an incident belongs to."""
    found = grouped_audit(audit)
    page = page_of(query)
    rows, total = service().store.results.incidents.page(found.id, incident_filter_of(query), page)
    items = [{"session_id": number, **msgspec.to_builtins(incident)} for number, incident in rows]
    return paged("incidents", items, page, total)


@blueprint.route("/<number:audit>/findings", methods=["GET"])
@blueprint.arguments(schemas.FindingsPageQuery, location="query")
@blueprint.response(200, "FindingPage", headers=PAGE_HEADERS)
@blueprint.problems(400, 403, 404, 409)
@blueprint.doc(operationId="listFindings")
def findings(query: dict[str, Any], audit: int) -> Response:
    """An audit's findings, in its own order. `session_id` is the session a finding belongs to."""
    found = finished_audit(audit)
    page = page_of(query)
    rows, total = service().store.results.page(found.id, filter_of(query), page)
    items = [{"session_id": number, **msgspec.structs.asdict(finding)} for number, finding in rows]
    return paged("findings", items, page, total)
