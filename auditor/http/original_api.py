"""/v1/originals: files that logs are derived from, such as workbooks; what became of each, and each with marks."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.history_options import StatedOptions
from auditor.http import original_schemas as schemas
from auditor.http.access_log import about
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service, telemetry
from auditor.http.guards import already_has, not_modified
from auditor.http.kept_uploads import DESCRIPTION, KeptUploadResource, kept_if_damaged
from auditor.http.original_resource import (
    OriginalBriefResource,
    OriginalProblemResource,
    OriginalResource,
    TakenResource,
    original_brief,
    original_resource,
    taken_resource,
)
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import PROBLEM_TYPE
from auditor.http.refused_upload_counts import refusals_counted
from auditor.http.request_bodies import filed_of_request
from auditor.http.resources import original_url
from auditor.importing.histories.history_text import TEXT_TYPE
from auditor.importing.histories.ipoker import XML_TYPE
from auditor.importing.histories.ohh import OHH_TYPE
from auditor.importing.histories.phh import PHH_TYPE
from auditor.importing.importers import SUFFIXES, formats
from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.inbox import stated_plainly
from auditor.store.inbox_folder import SentUpload
from auditor.store.stored_originals import OriginalRecord

TYPES = (
    XLSX_TYPE, "text/csv", "application/zip", TEXT_TYPE, PHH_TYPE, OHH_TYPE, XML_TYPE, "application/octet-stream", "",
)  # fmt: skip
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_UPLOAD_DOC = {
    "required": True,
    "description": "A workbook that staff filled in (.xlsx), CSV, a zip file of CSV, or a hand history of "
    f"{', '.join(formats())}. Its content shows which.",
    "content": {
        **{each: _BINARY for each in TYPES if each},
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "properties": {"original": {"type": "string", "format": "binary"}},
                "required": ["original"],
            }
        },
    },
}

blueprint = Blueprint(
    "originals", __name__, url_prefix="/v1/originals", description="Files that logs are derived from"
)


@blueprint.route("", methods=["POST"], access=("originals", "upload"))
@blueprint.arguments(schemas.OriginalUploadQuery, location="query")
@blueprint.response(201, TakenResource, description="Sessions are stored, and stay so")
@blueprint.alt_response(
    200, schema=TakenResource, description="They were here already, or a dry run", success=True
)
@blueprint.alt_response(
    409,
    schema=OriginalProblemResource,
    content_type=PROBLEM_TYPE,
    description="Every log of it is on record with other bytes",
)
@blueprint.alt_response(
    422,
    schema=OriginalProblemResource,
    content_type=PROBLEM_TYPE,
    description="No log can be derived from it",
)
@blueprint.alt_response(202, schema=KeptUploadResource, description=DESCRIPTION, success=True)
@blueprint.problems(400, 403, 404, 410, 413, 415, 429, 507)
@blueprint.doc(requestBody=_UPLOAD_DOC, operationId="uploadOriginal")
def upload(query: dict[str, Any]) -> Response:
    """Upload a file that logs are derived from.

    Its bytes are kept as they are, also where they are refused. Each log that is derived from it is stored as if it had been
    uploaded, one session each; a session of which a cell is wrong is left out, and `problems` says where. A file from which no
    log can be derived is refused (422). A log of a session that is on record with other bytes is a conflict, unless the file
    says which log it corrects; if all are, the answer is 409. The same file again gives the same sessions. A log that no audit
    would take is left out, and `problems` asks for its ruleset; the warnings of a log are those of `POST /v1/sessions`.
    While the record is damaged the file is kept and not on record (202): it is entered by itself once the record is sound.

    A hand history says neither its room nor its time zone, and sometimes no currency, table or date. The parameters state them;
    the time zone is that of the room's terms. Names become pseudonyms under a secret of the room that the service keeps. Other
    parameters for the same file give other logs: a conflict, unless `corrects` says that they correct what is on record.
    """
    with refusals_counted():
        body, filename = filed_of_request(TYPES, "a workbook, CSV or a hand history")
        room, stated, dry_run = query.get("room"), _stated(query), query["dry_run"]
        sent = SentUpload("original", filename, room, stated_plainly(stated))
        with kept_if_damaged(body, sent, dry_run=dry_run):
            taken = service().originals.upload(body, filename, dry_run=dry_run, room=room, stated=stated)
    if taken.original is None:
        telemetry().uploaded("dry_run")
        return answer(taken_resource(taken))
    about(room=taken.original.room)
    telemetry().uploaded("stored" if taken.new else "same")
    headers = {"Location": original_url(taken.original.id)}
    return answer(taken_resource(taken), 201 if taken.new else 200, headers)


@blueprint.route("", methods=["GET"], access=("originals", "read"))
@blueprint.arguments(schemas.OriginalsQuery, location="query")
@blueprint.page("OriginalPage", originals=OriginalBriefResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listOriginals")
def listed(query: dict[str, Any]) -> Response:
    """List originals, the newest first."""
    page = page_of(query)
    rows, total = service().originals.page(query.get("room"), page)
    return paged("originals", [original_brief(row) for row in rows], page, total)


@blueprint.route("/<number:original>", methods=["GET"], access=("originals", "read"))
@blueprint.response(200, OriginalResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getOriginal")
def one(original: int) -> Response:
    """One original: what became of it each time that it was read, and the problems of the last time."""
    return answer(original_resource(_found(original)))


@blueprint.route("/<number:original>/file", methods=["GET"], access=("evidence", "read"))
@blueprint.files(*SUFFIXES, "application/octet-stream")
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getOriginalFile")
def file(original: int) -> Response:
    """The original, byte for byte as it was received. Its ETag is its SHA-256."""
    found = _found(original)
    body = service().originals.body(found)
    if already_has(found.sha256):
        return not_modified(found.sha256)
    response = Response(body, mimetype=found.media_type)
    response.set_etag(found.sha256)
    name = f"original-{found.id}{SUFFIXES.get(found.media_type, '')}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.route("/<number:original>/marked.xlsx", methods=["GET"], access=("evidence", "read"))
@blueprint.files(XLSX_TYPE)
@blueprint.problems(403, 404, 410, 429)
@blueprint.doc(operationId="getMarkedOriginal")
def marked(original: int) -> Response:
    """The original's values as a workbook, made anew, with red cells and comments at what is wrong. It stays as it is."""
    found = _found(original)
    response = Response(service().originals.marked(found), mimetype=XLSX_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="original-{found.id}-marked.xlsx"'
    return response


def _stated(query: dict[str, Any]) -> StatedOptions:
    return StatedOptions(
        currency=query.get("currency"), ruleset=query.get("ruleset"), table=query.get("table"), opened_at=query.get("opened_at"),
        corrects=query.get("corrects", ()), reason=query.get("correction_reason", ""), by=query.get("corrected_by", ""),
    )  # fmt: skip


def _found(original: int) -> OriginalRecord:
    found = service().originals.get(original)
    about(room=found.room)
    return found
