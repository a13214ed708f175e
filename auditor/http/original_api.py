"""/v1/originals: files that logs are derived from, such as workbooks; what became of each, and each with marks."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from auditor.history_options import StatedOptions
from auditor.http import original_schemas as schemas
from auditor.http import resources
from auditor.http.access_log import about
from auditor.http.blueprint import PAGE_HEADERS, Blueprint, answer
from auditor.http.context import service, telemetry
from auditor.http.counted import refusals_counted
from auditor.http.guards import already_has, not_modified
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import PROBLEM_TYPE
from auditor.http.register_api import entry_url
from auditor.http.request_bodies import filed_of_request
from auditor.importing.histories.history_text import TEXT_TYPE
from auditor.importing.histories.ipoker import XML_TYPE
from auditor.importing.histories.ohh import OHH_TYPE
from auditor.importing.histories.phh import PHH_TYPE
from auditor.importing.importers import SUFFIXES, formats
from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.originals import TakenOriginal
from auditor.store.stored_originals import ImportRecord, OriginalRecord

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
@blueprint.response(201, schemas.TakenSchema, description="Sessions are stored, and stay so")
@blueprint.alt_response(
    200, schema=schemas.TakenSchema, description="They were here already, or a dry run", success=True
)
@blueprint.alt_response(
    409,
    schema=schemas.OriginalProblemSchema,
    content_type=PROBLEM_TYPE,
    description="Every log of it is on record with other bytes",
)
@blueprint.alt_response(
    422,
    schema=schemas.OriginalProblemSchema,
    content_type=PROBLEM_TYPE,
    description="No log can be derived from it",
)
@blueprint.problems(400, 403, 404, 410, 413, 415, 429)
@blueprint.doc(requestBody=_UPLOAD_DOC, operationId="uploadOriginal")
def upload(query: dict[str, Any]) -> Response:
    """Upload a file that logs are derived from.

    Its bytes are kept as they are, also where they are refused. Each log that is derived from it is stored as if it had been
    uploaded, one session each; a session of which a cell is wrong is left out, and `problems` says where. A file from which no
    log can be derived is refused (422). A log of a session that is on record with other bytes is a conflict, unless the file
    says which log it corrects; if all are, the answer is 409. The same file again gives the same sessions. A log that no audit
    would take is left out, and `problems` asks for its ruleset; the warnings of a log are those of `POST /v1/sessions`.

    A hand history says neither its room nor its time zone, and sometimes no currency, table or date. The parameters state them;
    the time zone is that of the room's terms. Names become pseudonyms under a secret of the room that the service keeps. Other
    parameters for the same file give other logs: a conflict, unless `corrects` says that they correct what is on record.
    """
    with refusals_counted():
        body, filename = filed_of_request(TYPES, "a workbook, CSV or a hand history")
        taken = service().originals.upload(
            body, filename, dry_run=query["dry_run"], room=query.get("room"), stated=_stated(query)
        )
    if taken.original is None:
        telemetry().uploaded("dry_run")
        return answer(_taken(taken))
    about(room=taken.original.room)
    telemetry().uploaded("stored" if taken.new else "same")
    headers = {"Location": resources.original_url(taken.original.id)}
    return answer(_taken(taken), 201 if taken.new else 200, headers)


@blueprint.route("", methods=["GET"], access=("originals", "read"))
@blueprint.arguments(schemas.OriginalsQuery, location="query")
@blueprint.response(200, schemas.OriginalPageSchema, headers=PAGE_HEADERS)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listOriginals")
def listed(query: dict[str, Any]) -> Response:
    """List originals, the newest first."""
    page = page_of(query)
    rows, total = service().originals.page(query.get("room"), page)
    return paged("originals", [original_resource(row) for row in rows], page, total)


@blueprint.route("/<number:original>", methods=["GET"], access=("originals", "read"))
@blueprint.response(200, schemas.OriginalSchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getOriginal")
def one(original: int) -> Response:
    """One original: what became of it each time that it was read, and the problems of the last time."""
    found = _found(original)
    return answer({**original_resource(found), "problems": found.last.problems})


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


def _taken(taken: TakenOriginal) -> dict[str, Any]:
    imported = taken.imported
    return {
        "dry_run": taken.original is None,
        "original": original_resource(taken.original) if taken.original else None,
        "sha256": imported.sha256,
        "importer": imported.importer,
        "version": imported.version,
        "logs": [
            {
                **resources.derived_resource(each.record),
                "already_stored": each.already_stored,
                "warnings": each.warnings,
            }
            for each in taken.logs
        ],
        "problems": msgspec.to_builtins(imported.problems),
        "problem_count": imported.problem_count,
        "refusals": imported.refusals,
    }


def original_resource(original: OriginalRecord) -> dict[str, Any]:
    """An original as the API shows it, without its problems."""
    url = resources.original_url(original.id)
    links = {"self": url}
    if original.purged is None:
        links |= {"file": f"{url}/file", "marked": f"{url}/marked.xlsx"}
    return {
        "id": original.id,
        "sha256": original.sha256,
        "bytes": original.size,
        "media_type": original.media_type,
        "filename": original.filename,
        "received_at": original.received_at,
        "room": original.room,
        "key": original.key,
        "purged": resources.purged(original.purged),
        "imports": [_import(each) for each in original.imports],
        "links": links | {"entry": entry_url(original.last.entry)},
    }


def _import(made: ImportRecord) -> dict[str, Any]:
    return {
        "id": made.id,
        "at": made.at,
        "importer": made.importer,
        "version": made.version,
        "accepted": made.accepted,
        "problem_count": made.problem_count,
        "refusals": made.refusals,
        "key": made.key,
        "entry": made.entry,
        "options": made.options,
        "logs": [resources.derived_resource(each) for each in made.logs],
    }
