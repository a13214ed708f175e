"""/v1/rooms/{room}/controls: a room's controls as versioned documents. `controls_steps` has submission and decision."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import room_schemas as schemas
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.controls_resource import RoomControlsResource, controls_resource
from auditor.http.guards import CONDITIONS, must_match
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import HttpProblem
from auditor.http.request_bodies import filed_of_request, filed_type
from auditor.http.room_api import blueprint
from auditor.http.room_resource import (
    ChangeResource,
    HistoryResource,
    change_resource,
    controls_url,
    history_resource,
)
from auditor.store.rows import FiledRecord, NewFile
from rules.controls.toml_text import LARGEST

TOML_TYPES = ("application/toml", "text/plain", "application/octet-stream", "")
PDF_TYPE = "application/pdf"
WORD_TYPES = (
    "application/msword",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
)
DOCUMENTS = {PDF_TYPE: (b"%PDF-",), WORD_TYPES[0]: (b"\xd0\xcf\x11\xe0",), WORD_TYPES[1]: (b"PK\x03\x04",)}
SUFFIXES = dict(zip(DOCUMENTS, (".pdf", ".doc", ".docx"), strict=True))
_FILE = {"schema": {"type": "string"}}
_TOML_DOC = {
    "required": True,
    "description": "One revision of the room's controls, as TOML.",
    "content": {"application/toml": _FILE, "text/plain": _FILE},
}
_DOCUMENT_DOC = {
    "required": True,
    "description": "The document as it was filed: PDF or Word.",
    "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in DOCUMENTS},
}
ADDRESS = "/<room>/controls/<ruleset>/<number:revision>"


@blueprint.route("/<room>/controls", methods=["GET"], access=("controls", "read"))
@blueprint.arguments(schemas.ControlsQuery, location="query")
@blueprint.page("RoomControlsPage", controls=RoomControlsResource)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="listControls")
def list_controls(query: dict[str, Any], room: str) -> Response:
    """List a room's revisions; with `on`, those that are in force on a gaming day."""
    service().rooms.get(room)
    page = page_of(query)
    if "on" not in query:
        shown, total = service().filing.page(room, page)
        return paged("controls", [controls_resource(each) for each in shown], page, total)
    in_force = service().rooms.in_force(room, query["on"])
    start = page.offset
    records = [
        service().filing.get(room, each.id, each.revision) for each in in_force[start : start + page.size]
    ]
    return paged("controls", [controls_resource(each) for each in records], page, len(in_force))


@blueprint.route("/<room>/controls", methods=["POST"], access=("controls", "file"))
@blueprint.arguments(schemas.DraftQuery, location="query")
@blueprint.response(201, RoomControlsResource, description="The draft is filed")
@blueprint.alt_response(
    200, schema=RoomControlsResource, description="The draft is replaced, or a dry run", success=True
)
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
@blueprint.doc(requestBody=_TOML_DOC, operationId="fileControls")
def file(query: dict[str, Any], room: str) -> Response:
    """File a draft: the revision that the file says it is.

    A file with problems is filed all the same; `problems` lists them, and it cannot be approved before they are mended.
    """
    return _file(room, query, None)


@blueprint.route(ADDRESS, methods=["PUT"], access=("controls", "file"))
@blueprint.arguments(schemas.DraftQuery, location="query")
@blueprint.response(201, RoomControlsResource, description="The draft is filed")
@blueprint.alt_response(
    200, schema=RoomControlsResource, description="The draft is replaced, or a dry run", success=True
)
@blueprint.problems(400, 403, 404, 409, 412, 413, 415, 422)
@blueprint.doc(requestBody=_TOML_DOC, operationId="putControls", parameters=CONDITIONS)
def put_controls(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """File this revision as a draft, or replace a draft or what was denied. What was approved never changes."""
    service().rooms.get(room)
    seen = must_match(lambda: _on_record(room, ruleset, revision))
    return _file(room, query, (ruleset, revision), seen)


def _on_record(room: str, ruleset: str, revision: int) -> RoomControlsResource | None:
    record = service().filing.find(room, ruleset, revision)
    return controls_resource(record) if record is not None else None


def _file(
    room: str, query: dict[str, Any], named: tuple[str, int] | None, seen: int | None = None
) -> Response:
    service().rooms.get(room)
    body, filename = filed_of_request(TOML_TYPES, "a TOML file", LARGEST)
    filed = service().filing.draft(
        room, body, filename, holder(query.get("by")), named=named, dry_run=query["dry_run"], seen=seen
    )
    record = filed.record
    headers = {} if query["dry_run"] else {"Location": controls_url(room, record.ruleset, record.revision)}
    return answer(controls_resource(record, filed.examined), 201 if filed.new else 200, headers)


@blueprint.route(ADDRESS, methods=["DELETE"], access=("controls", "file"))
@blueprint.arguments(schemas.DiscardQuery, location="query")
@blueprint.response(200, ChangeResource, description="The draft is discarded, and its number is free")
@blueprint.problems(400, 403, 404, 409, 412)
@blueprint.doc(operationId="discardControls", parameters=CONDITIONS)
def discard(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Discard a draft that was filed by mistake. Its number is free again; what was done stays in the room's history."""
    record = service().filing.get(room, ruleset, revision)
    seen = must_match(lambda: _on_record(room, ruleset, revision))
    made = service().filing.discard(record, holder(query.get("by")), query.get("note"), seen=seen)
    return answer(change_resource(made))


@blueprint.route(ADDRESS, methods=["GET"], access=("controls", "read"))
@blueprint.response(200, RoomControlsResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControls")
def one_revision(room: str, ruleset: str, revision: int) -> Response:
    """A revision: its standing, what is wrong with it, and what an approval has to name."""
    return answer(controls_resource(service().filing.get(room, ruleset, revision)))


@blueprint.route(f"{ADDRESS}/history", methods=["GET"], access=("controls", "read"))
@blueprint.response(200, HistoryResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControlsHistory")
def history_of_revision(room: str, ruleset: str, revision: int) -> Response:
    """The life of a revision: who did what, when, and by which letter."""
    found = service().filing.history(service().filing.get(room, ruleset, revision))
    return answer(history_resource(found))


@blueprint.route(f"{ADDRESS}/source.toml", methods=["GET"], access=("controls", "read"))
@blueprint.response(200, {"type": "string"}, content_type="application/toml")
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControlsSource")
def source(room: str, ruleset: str, revision: int) -> Response:
    """The file of a revision, byte for byte as it was filed. Its ETag is its SHA-256."""
    record = service().filing.get(room, ruleset, revision)
    return download(service().filing.file(record.source), f"{ruleset}-{revision}.toml")


@blueprint.route(f"{ADDRESS}/document", methods=["PUT"], access=("controls", "file"))
@blueprint.arguments(schemas.ByQuery, location="query")
@blueprint.response(200, RoomControlsResource)
@blueprint.problems(400, 403, 404, 409, 413, 415)
@blueprint.doc(requestBody=_DOCUMENT_DOC, operationId="attachDocument")
def attach(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Attach the document that the controls are taken from; it is kept by its digest, and stays once submitted."""
    record = service().filing.get(room, ruleset, revision)
    return answer(
        controls_resource(service().filing.attach(record, _document_of_request(), holder(query.get("by"))))
    )


def _document_of_request() -> NewFile:
    """Document of a request. Raises HttpProblem where its type is not the stated one."""
    body, filename = filed_of_request(tuple(DOCUMENTS), "a PDF or Word document")
    return must_be_document(NewFile(body, filed_type(), filename))


def must_be_document(file: NewFile) -> NewFile:
    """A PDF or Word document. Raises HttpProblem where its type is not the stated one."""
    kind = file.media_type
    if kind not in DOCUMENTS or not file.body.startswith(DOCUMENTS[kind]):
        raise HttpProblem(
            415,
            "not-the-document-it-says",
            f"The request has Content-Type {kind}, and its body does not begin as such a file does. Send the file as it is.",
        )
    return file


@blueprint.route(f"{ADDRESS}/document", methods=["GET"], access=("controls", "read"))
@blueprint.files(*DOCUMENTS)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getDocument")
def document(room: str, ruleset: str, revision: int) -> Response:
    """The document of a revision, byte for byte. Its ETag is its SHA-256."""
    record = service().filing.get(room, ruleset, revision)
    return download(service().filing.document(record), f"{ruleset}-{revision}")


def download(file: tuple[FiledRecord, bytes], name: str) -> Response:
    """A filed file, to be saved. name: without suffix, but for TOML."""
    record, body = file
    response = Response(body, mimetype=record.media_type)
    response.set_etag(record.sha256)
    name += SUFFIXES.get(record.media_type, "")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
