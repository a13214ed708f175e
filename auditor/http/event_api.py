"""/v1/tournaments and /v1/ledgers: their files in, what they say of themselves, and their bytes."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request
from msgspec import UNSET, UnsetType

from auditor.evidence import NDJSON_TYPE
from auditor.http import event_schemas as schemas
from auditor.http import resources
from auditor.http.access_log import about
from auditor.http.audit_api import audit_answer, audit_as_it_is
from auditor.http.audit_resource import AuditResource
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service, telemetry
from auditor.http.event_resource import EventDryRunResource, EventResource, event_resource
from auditor.http.guards import already_has, not_modified
from auditor.http.kept_uploads import DESCRIPTION, KeptUploadResource, kept_if_damaged
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import HttpProblem
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.request_bodies import log_of_request
from auditor.store.inbox_folder import SentUpload
from auditor.store.stored_event_files import EventFileRecord, Kind

_WHAT: dict[Kind, str] = {"tournament": "the file of a tournament", "ledger": "a ledger"}
_BINARY = {"schema": {"type": "string", "format": "binary"}}


def _blueprint(kind: Kind, format_: str, title: str) -> Blueprint:
    """The part of the API for one kind of file."""
    many = f"{kind}s"
    made = Blueprint(many, f"{__name__}.{many}", url_prefix=f"/v1/{many}", description=title)
    _add_upload(made, kind, format_)
    _add_reading(made, kind)
    _add_audits(made, kind)
    return made


def _document(format_: str) -> dict[str, Any]:
    """What the description of the API says of the body of an upload."""
    return {
        "required": True,
        "description": f"A file in {format_}: NDJSON, or gzip of it (by its first bytes, or Content-Encoding: gzip).",
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


def _add_upload(made: Blueprint, kind: Kind, format_: str) -> None:
    @made.route("", methods=["POST"], access=("events", "upload"))
    @made.arguments(schemas.EventUploadQuery, location="query")
    @made.response(201, EventResource, description="The file is stored, and stays so")
    @made.alt_response(200, schema=EventResource, description="The same file was here already", success=True)
    @made.alt_response(
        200,
        schema=EventDryRunResource,
        description="The file is valid; a dry run stores nothing",
        success=True,
    )
    @made.alt_response(202, schema=KeptUploadResource, description=DESCRIPTION, success=True)
    @made.problems(400, 403, 409, 413, 415, 422, 429, 507)
    @made.doc(requestBody=_document(format_), operationId=f"upload{kind.capitalize()}")
    def upload(query: dict[str, Any]) -> Response:
        """Upload a file.

        The same file again, gzip or not, gives what is on record. Other bytes for the same room and id are a conflict
        (409), unless the first line says that they supersede the current file. A file that cannot be read is refused (422)
        with the line, the field, what was found and what was expected; nothing of it is stored. While the record is damaged a
        file is kept and not on record (202): it is entered by itself once the record is sound.
        """
        return _upload(kind, query)


def _add_reading(made: Blueprint, kind: Kind) -> None:
    many = f"{kind}s"

    @made.route("", methods=["GET"], access=("events", "read"))
    @made.arguments(schemas.EventsQuery, location="query")
    @made.page(f"{kind.capitalize()}Page", **{many: EventResource})
    @made.problems(400, 403)
    @made.doc(operationId=f"list{many.capitalize()}")
    def listed(query: dict[str, Any]) -> Response:
        """List them, the newest first; each version by itself."""
        page = page_of(query)
        rows, total = service().event_files.page(kind, query.get("room"), page, pending=query.get("pending"))
        return paged(many, [_resource(row) for row in rows], page, total)

    @made.route("/<number:event>", methods=["GET"], access=("events", "read"))
    @made.response(200, EventResource)
    @made.problems(403, 404)
    @made.doc(operationId=f"get{kind.capitalize()}")
    def one(event: int) -> Response:
        """One of them."""
        return answer(_resource(_found(kind, event)))

    @made.route("/<number:event>/file", methods=["GET"], access=("evidence", "read"))
    @made.files(NDJSON_TYPE, "application/gzip")
    @made.problems(403, 404)
    @made.doc(operationId=f"get{kind.capitalize()}File")
    def file(event: int) -> Response:
        """The evidence: the file, byte for byte as it was received. Its ETag is its SHA-256."""
        return file_answer(_found(kind, event))


def _add_audits(made: Blueprint, kind: Kind) -> None:
    @made.route("/<number:event>/audit", methods=["PUT"], access=("events", "audit"))
    @made.response(
        201, AuditResource, description="A new version: the first, or something that it rests on has changed"
    )
    @made.alt_response(202, schema=AuditResource, description="It goes on; look at Location", success=True)
    @made.alt_response(
        200,
        schema=AuditResource,
        description="The newest version: nothing that it rests on has changed",
        success=True,
    )
    @made.problems(400, 403, 404, 409)
    @made.doc(operationId=f"audit{kind.capitalize()}")
    def audit(event: int) -> Response:
        """Audit it as a whole, with the table logs and tournaments on record that belong to it.

        Where evidence, controls and engine are the same, the answer is the newest version; a late log, a correction or an
        approval makes a new one. The hands of the logs are audited session by session, not by this.
        """
        _found(kind, event)
        if request.get_data(cache=False).strip() not in (b"", b"{}"):
            raise HttpProblem(400, "unwanted-body", "This address takes no body.")
        return audit_answer(*service().event_audits.audit(kind, event))

    @made.route("/<number:event>/audit", methods=["GET"], access=("events", "read"))
    @made.response(200, AuditResource)
    @made.problems(403, 404)
    @made.doc(operationId=f"get{kind.capitalize()}Audit")
    def newest(event: int) -> Response:
        """The newest version of its audit."""
        return audit_as_it_is(service().event_audits.newest(kind, event))


def _upload(kind: Kind, query: dict[str, Any]) -> Response:
    with refusals_counted():
        body, filename = log_of_request(_WHAT[kind])
        with kept_if_damaged(body, SentUpload(kind, filename), dry_run=query["dry_run"]):
            done = service().event_files.upload(kind, body, filename, dry_run=query["dry_run"])
    if query["dry_run"]:
        telemetry().uploaded("dry_run")
        number = done.file.id if done.file else None
        return answer(EventDryRunResource(True, done.already_stored, number, done.facts))
    assert done.file is not None
    about(room=done.file.room)
    telemetry().uploaded("same" if done.already_stored else "stored")
    resource = _resource(done.file, done.already_stored)
    headers = {"Location": resources.event_url(kind, done.file.id)}
    return answer(resource, 200 if done.already_stored else 201, headers)


def _found(kind: Kind, number: int) -> EventFileRecord:
    found = service().event_files.get(kind, number)
    about(room=found.room)
    return found


def _resource(file: EventFileRecord, already_stored: bool | UnsetType = UNSET) -> EventResource:
    return event_resource(file, service().event_files.sessions_of(file), already_stored)


def file_answer(found: EventFileRecord) -> Response:
    """The bytes of a file as they were received."""
    if already_has(found.sha256):
        return not_modified(found.sha256)
    response = Response(service().event_files.body(found), mimetype=found.media_type)
    response.set_etag(found.sha256)
    suffix = ".ndjson.gz" if found.media_type.endswith("gzip") else ".ndjson"
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{found.room}-{found.name}") + suffix
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


tournaments = _blueprint("tournament", "cardroom-tournament/1", "Tournaments and their files")
ledgers = _blueprint("ledger", "cardroom-ledger/1", "Ledgers of jackpots and rankings")
