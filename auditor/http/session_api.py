"""/v1/sessions: logs in, what they say of themselves, their bytes and their hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Response

from auditor.errors import Conflict
from auditor.evidence import NDJSON_TYPE, NO_LIMITS, Evidence
from auditor.http import request_schemas, resources
from auditor.http.access_log import about
from auditor.http.answer_structs import Resource
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service, telemetry
from auditor.http.guards import already_has, not_modified
from auditor.http.kept_uploads import DESCRIPTION, KeptUploadResource, kept_if_damaged
from auditor.http.paging import page_of, paged
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.request_bodies import log_of_request
from auditor.log_differences import LogDifferences
from auditor.sessions import Uploaded
from auditor.store.inbox_folder import SentUpload
from auditor.store.rows import Selection, SessionRecord
from auditor.warned import ArrivalWarning
from rules.shown_hands import Exhibit

blueprint = Blueprint(
    "sessions", __name__, url_prefix="/v1/sessions", description="Table sessions and their logs"
)


class HandExplainedResource(Resource, frozen=True):
    """A hand beside its replay. ruleset: that the request names."""

    session: int
    hand: int
    ruleset: str | None
    exhibits: list[Exhibit]


_BINARY = {"schema": {"type": "string", "format": "binary"}}
_UPLOAD_DOC = {
    "required": True,
    "description": (
        "A log in cardroom-log/1: NDJSON, or gzip of it (by its first bytes, or Content-Encoding: gzip)."
    ),
    "content": {
        NDJSON_TYPE: _BINARY,
        "application/gzip": _BINARY,
        "application/octet-stream": _BINARY,
        "text/plain": _BINARY,
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "properties": {"log": {"type": "string", "format": "binary"}},
                "required": ["log"],
            }
        },
    },
}


@blueprint.route("", methods=["POST"], access=("sessions", "upload"))
@blueprint.arguments(request_schemas.UploadQuery, location="query")
@blueprint.response(201, resources.UploadResource, description="The session is stored, and stays so")
@blueprint.alt_response(
    200, schema=resources.UploadResource, description="The same log was here already", success=True
)
@blueprint.alt_response(
    200,
    schema=resources.DryRunResource,
    description="The log is valid; a dry run stores nothing",
    success=True,
)
@blueprint.alt_response(202, schema=KeptUploadResource, description=DESCRIPTION, success=True)
@blueprint.problems(400, 403, 409, 410, 413, 415, 422, 429, 507)
@blueprint.doc(requestBody=_UPLOAD_DOC, operationId="uploadSession")
def upload(query: dict[str, Any]) -> Response:
    """Upload a log.

    The same log again, gzip or not, gives the session that it already is. Other bytes for the same room and
    session are a conflict (409), unless the log says that it supersedes the current file. The answer to either
    has `differences` from the log on record. A log that cannot be read is refused (422) with the line, the
    field, what was found and what was expected; its bytes stay on record. So is one that no audit would take:
    one whose ruleset the room may not name, or is not in force.
    `warnings` has what is odd about a log that is taken: its room, table, dates, clocks, players, or an evening
    that is on record already; and where it can be audited only once its room's controls are approved. A log
    that was kept for its time and purged is not stored again (410).
    While the record is damaged a log is kept and not on record (202): it is entered by itself once the record is sound.
    """
    with refusals_counted():
        body, filename = log_of_request()
        with kept_if_damaged(body, SentUpload("session", filename), dry_run=query["dry_run"]):
            done = _taken(body, filename, dry_run=query["dry_run"])
    if query["dry_run"]:
        telemetry().uploaded("dry_run")
        return _dry(done, body)
    assert done.session is not None
    about(room=done.session.room, session=done.session.id)
    telemetry().uploaded("same" if done.already_stored else "stored")
    resource = uploaded_session(done.session, already_stored=done.already_stored, warnings=done.warnings)
    headers = {"Location": resources.session_url(done.session.id)}
    return answer(resource, 200 if done.already_stored else 201, headers)


def _taken(body: bytes, filename: str | None, *, dry_run: bool) -> Uploaded:
    try:
        return service().sessions.upload(body, filename, dry_run=dry_run)
    except Conflict as conflict:
        conflict.differences = _of_sent(conflict.existing, body)
        raise


def found_session(session: int) -> SessionRecord:
    """Session of a request, with its room in the access log. Raises NoSuchSession."""
    found = service().sessions.get(session)
    about(room=found.room)
    return found


def _resource(session: SessionRecord, original: int | None = None) -> resources.SessionResource:
    standing, video = service().session_states.one(session), service().video(session.room, session.day)
    return resources.session_resource(session, standing, video, original)


def uploaded_session(
    session: SessionRecord, *, already_stored: bool, warnings: Sequence[ArrivalWarning]
) -> resources.UploadResource:
    """A session that a log which came in is. already_stored: it was there before."""
    changed = service().corrections.of_session(session)
    return resources.upload_resource(_resource(session), changed, warnings, known=already_stored)


def _of_sent(current: SessionRecord | None, body: bytes) -> LogDifferences | None:
    return service().corrections.of_sent(
        current, Evidence(body, NO_LIMITS)
    )  # it was read within the limits before


def _dry(done: Uploaded, body: bytes) -> Response:
    if done.session is not None:
        changed = service().corrections.of_session(done.session)
    else:
        changed = _of_sent(service().sessions.current(done.facts.room, done.facts.session), body)
    return answer(
        resources.DryRunResource(
            **resources.difference_members(changed),
            dry_run=True,
            already_stored=done.already_stored,
            session=done.session.id if done.session else None,
            facts=done.facts,
            warnings=resources.warnings_shown(done.warnings),
        )
    )


@blueprint.route("", methods=["GET"], access=("sessions", "read"))
@blueprint.arguments(request_schemas.SessionsQuery, location="query")
@blueprint.page("SessionPage", sessions=resources.SessionResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listSessions")
def listed(query: dict[str, Any]) -> Response:
    """List sessions, in the order in which they were received."""
    selection = Selection(
        room=query.get("room"),
        table=query.get("table"),
        first_day=query["first"].isoformat() if "first" in query else None,
        last_day=query["last"].isoformat() if "last" in query else None,
        pending=query.get("pending"),
        current=query.get("current"),
    )
    page = page_of(query)
    if "state" in query:
        rows, total = service().session_states.page(selection, query["state"], page)
    else:
        rows, total = service().sessions.page(selection, page)
    states, videos = service().session_states.of(rows), service().videos(rows)
    found = [resources.session_resource(row, states[row.id], videos[row.id]) for row in rows]
    return paged("sessions", found, page, total)


@blueprint.route("/<number:session>", methods=["GET"], access=("sessions", "read"))
@blueprint.response(200, resources.SessionResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getSession")
def one(session: int) -> Response:
    """One session."""
    found = found_session(session)
    original = service().store.originals.of_session(found.id)
    return answer(_resource(found, original))


@blueprint.route("/<number:session>/log", methods=["GET"], access=("evidence", "read"))
@blueprint.files(NDJSON_TYPE, "application/gzip")
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getSessionLog")
def log(session: int) -> Response:
    """The evidence: the log, byte for byte as it was received. Its ETag is its SHA-256."""
    found = service().sessions.get_kept(session)
    about(room=found.room)
    if already_has(found.evidence):
        return not_modified(found.evidence)
    response = Response(service().sessions.log(found), mimetype=found.media_type)
    response.set_etag(found.evidence)
    suffix = ".ndjson.gz" if found.media_type.endswith("gzip") else ".ndjson"
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{found.room}-{found.session}") + suffix
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.route("/<number:session>/hands/<number:hand>", methods=["GET"], access=("sessions", "read"))
@blueprint.arguments(request_schemas.HandQuery, location="query")
@blueprint.response(200, HandExplainedResource)
@blueprint.problems(400, 403, 404, 409, 410)
@blueprint.doc(operationId="explainHand")
def hand(query: dict[str, Any], session: int, hand: int) -> Response:
    """A hand as it was recorded, next to what its replay gives.

    There is more than one exhibit where the room gave several hands the same number.
    """
    found = found_session(session)
    shown = service().sessions.explain(found, hand, query.get("ruleset"))
    return answer(HandExplainedResource(session, hand, query.get("ruleset"), shown))
