"""/v1/rooms/{room}/controls: a room's controls as versioned documents, from the draft to the day on which they end."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.filing import (
    CannotFile,
    ChangedMeanwhile,
    NoSuchControls,
    NoSuchRoom,
    NotApprovable,
    NotControls,
)
from auditor.http import room_schemas as schemas
from auditor.http.blueprint import answer
from auditor.http.bodies import filed_of_request, filed_type
from auditor.http.context import service
from auditor.http.guards import CONDITIONS, changed_meanwhile, must_match
from auditor.http.paging import PAGE_HEADERS, page_of, paged
from auditor.http.problems import HttpProblem, escaped
from auditor.http.rooms import blueprint, change_resource, controls_url, get_room, room_url
from auditor.store.rows import ControlsRecord
from auditor.store.times import now
from rules.controls.filing import Examined
from rules.controls.library import APPROVED

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
_ADDRESS = "/<room>/controls/<ruleset>/<number:revision>"


def get_controls(room: str, ruleset: str, revision: int) -> ControlsRecord:
    """A revision, or the problem that the room has not filed it."""
    try:
        return service().filing.get(room, ruleset, revision)
    except NoSuchRoom as error:
        raise HttpProblem(404, "no-such-room", str(error)) from error
    except NoSuchControls as error:
        raise HttpProblem(404, "no-such-controls", str(error)) from error


@blueprint.route("/<room>/controls", methods=["GET"])
@blueprint.arguments(schemas.ControlsQuery, location="query")
@blueprint.response(200, schemas.RoomControlsPageSchema, headers=PAGE_HEADERS)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="listControls")
def listed(query: dict[str, Any], room: str) -> Response:
    """List a room's revisions; with `on`, those that it is under on a gaming day."""
    get_room(room)
    page = page_of(query)
    if "on" in query:
        held = service().filing.in_force(room, query["on"])
        records = [service().filing.get(room, each.id, each.revision) for each in held]
        start = page.offset
        shown, total = records[start : start + page.size], len(records)
    else:
        shown, total = service().store.controls.page(room, page)
    return paged("controls", [resource(each) for each in shown], page, total)


@blueprint.route("/<room>/controls", methods=["POST"])
@blueprint.arguments(schemas.DraftQuery, location="query")
@blueprint.response(201, schemas.RoomControlsSchema, description="The draft is filed")
@blueprint.alt_response(
    200, schema=schemas.RoomControlsSchema, description="The draft is replaced, or a dry run", success=True
)
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
@blueprint.doc(requestBody=_TOML_DOC, operationId="fileControls")
def file(query: dict[str, Any], room: str) -> Response:
    """File a draft: the revision that the file says it is.

    What is wrong with it does not keep it from being filed; `problems` lists all of it, and nothing can be approved
    before it is mended.
    """
    return _file(room, query, None)


@blueprint.route(_ADDRESS, methods=["PUT"])
@blueprint.arguments(schemas.DraftQuery, location="query")
@blueprint.response(201, schemas.RoomControlsSchema, description="The draft is filed")
@blueprint.alt_response(
    200, schema=schemas.RoomControlsSchema, description="The draft is replaced, or a dry run", success=True
)
@blueprint.problems(400, 403, 404, 409, 412, 413, 415, 422)
@blueprint.doc(requestBody=_TOML_DOC, operationId="putControls", parameters=CONDITIONS)
def put(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """File this revision as a draft, or replace a draft or what was denied. What was approved never changes."""
    get_room(room)
    seen = must_match(lambda: _held(room, ruleset, revision))
    return _file(room, query, (ruleset, revision), seen)


def _held(room: str, ruleset: str, revision: int) -> dict[str, Any] | None:
    record = service().store.controls.get(ruleset, revision)
    return resource(record) if record is not None and record.room == room else None


def _file(
    room: str, query: dict[str, Any], named: tuple[str, int] | None, seen: int | None = None
) -> Response:
    get_room(room)
    body, filename = filed_of_request(TOML_TYPES, "a TOML file")
    try:
        filed = service().filing.draft(
            room, body, filename, query.get("by"), named=named, dry_run=query["dry_run"], seen=seen
        )
    except ChangedMeanwhile as error:
        raise changed_meanwhile() from error
    except CannotFile as error:
        raise _cannot(error) from error
    record = filed.record
    headers = {} if query["dry_run"] else {"Location": controls_url(room, record.ruleset, record.revision)}
    return answer(resource(record, filed.examined), 201 if filed.new else 200, headers)


def _cannot(error: CannotFile) -> HttpProblem:
    if isinstance(error, NotControls):
        return HttpProblem(422, "not-controls", str(error))
    return HttpProblem(409, "cannot-be-filed", str(error))


@blueprint.route(_ADDRESS, methods=["DELETE"])
@blueprint.arguments(schemas.DiscardQuery, location="query")
@blueprint.response(200, schemas.ChangeSchema, description="The draft is discarded, and its number is free")
@blueprint.problems(400, 403, 404, 409, 412)
@blueprint.doc(operationId="discardControls", parameters=CONDITIONS)
def discard(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Discard a draft that was filed by mistake. Its number is free again; what was done stays in the room's history."""
    record = get_controls(room, ruleset, revision)
    seen = must_match(lambda: _held(room, ruleset, revision))
    try:
        made = service().filing.discard(record, query.get("by"), query.get("note"), seen=seen)
    except ChangedMeanwhile as error:
        raise changed_meanwhile() from error
    except CannotFile as error:
        raise _cannot(error) from error
    return answer(change_resource(made))


@blueprint.route(_ADDRESS, methods=["GET"])
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControls")
def one(room: str, ruleset: str, revision: int) -> Response:
    """A revision: how far it has come, what is wrong with it, and what an approval has to name."""
    return answer(resource(get_controls(room, ruleset, revision)))


@blueprint.route(f"{_ADDRESS}/history", methods=["GET"])
@blueprint.response(200, schemas.HistorySchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControlsHistory")
def history(room: str, ruleset: str, revision: int) -> Response:
    """The life of a revision: who did what, when, and by which letter."""
    found = service().filing.history(get_controls(room, ruleset, revision))
    return answer({"history": [change_resource(each) for each in found]})


@blueprint.route(f"{_ADDRESS}/source.toml", methods=["GET"])
@blueprint.response(200, {"type": "string"}, content_type="application/toml")
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getControlsSource")
def source(room: str, ruleset: str, revision: int) -> Response:
    """The file of a revision, byte for byte as it was filed. Its ETag is its SHA-256."""
    return _filed(get_controls(room, ruleset, revision).source, f"{ruleset}-{revision}.toml")


@blueprint.route(f"{_ADDRESS}/document", methods=["PUT"])
@blueprint.arguments(schemas.ByQuery, location="query")
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 413, 415)
@blueprint.doc(requestBody=_DOCUMENT_DOC, operationId="attachDocument")
def attach(query: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Attach the document that the controls are taken from; it is kept by its digest, and stays once submitted."""
    record = get_controls(room, ruleset, revision)
    body, filename = filed_of_request(tuple(DOCUMENTS), "a PDF or Word document")
    kind = filed_type()
    if kind not in DOCUMENTS or not body.startswith(DOCUMENTS[kind]):
        raise HttpProblem(
            415,
            "not-the-document-it-says",
            f"The request has Content-Type {kind}, and its body does not begin as such a file does. Send the file as it is.",
        )
    try:
        held = service().filing.attach(record, body, kind, filename, query.get("by"))
    except CannotFile as error:
        raise _cannot(error) from error
    return answer(resource(held))


@blueprint.route(f"{_ADDRESS}/document", methods=["GET"])
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=PDF_TYPE)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getDocument")
def document(room: str, ruleset: str, revision: int) -> Response:
    """The document of a revision, byte for byte. Its ETag is its SHA-256."""
    record = get_controls(room, ruleset, revision)
    if record.document is None:
        raise HttpProblem(
            404,
            "no-document",
            f"{record.name} has no document. PUT {controls_url(room, ruleset, revision)}/document attaches one.",
        )
    return _filed(record.document, f"{ruleset}-{revision}")


def _filed(sha256: str, name: str) -> Response:
    found = service().store.controls.filed(sha256)
    assert found is not None  # controls refer to it
    name += SUFFIXES.get(found.media_type, "")
    response = Response(service().store.controls.body(sha256), mimetype=found.media_type)
    response.set_etag(sha256)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.route(f"{_ADDRESS}/submit", methods=["POST"])
@blueprint.arguments(schemas.StepRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="submitControls")
def submit(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Hand a draft to the authority. It does not change from then on, unless it is withdrawn or denied."""
    record = get_controls(room, ruleset, revision)
    try:
        return answer(resource(service().filing.submit(record, body["by"], body["note"])))
    except CannotFile as error:
        raise _cannot(error) from error


@blueprint.route(f"{_ADDRESS}/withdraw", methods=["POST"])
@blueprint.arguments(schemas.StepRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="withdrawControls")
def withdraw(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Take back what was submitted: it is a draft again."""
    record = get_controls(room, ruleset, revision)
    try:
        return answer(resource(service().filing.withdraw(record, body["by"], body["note"])))
    except CannotFile as error:
        raise _cannot(error) from error


@blueprint.route(f"{_ADDRESS}/deny", methods=["POST"])
@blueprint.arguments(schemas.DenyRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="denyControls")
def deny(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Put on record that the authority denied what was submitted, and why. A mended file may replace it."""
    record = get_controls(room, ruleset, revision)
    try:
        return answer(resource(service().filing.deny(record, body["by"], body["reference"], body["reason"])))
    except CannotFile as error:
        raise _cannot(error) from error


@blueprint.route(f"{_ADDRESS}/approve", methods=["POST"])
@blueprint.arguments(schemas.ApproveRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="approveControls")
def approve(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Put on record that the authority approved what was submitted. From then on the revision never changes.

    Every problem is reported at once: bounds, citations, what the authority wants documented and what it makes
    mandatory for the room, kinds of fees that its licence does not let it take, dates that overlap or leave a gap, and
    references of approvals by name that `special` does not give. `warnings` names the audits that a first day in the past
    affects.
    """
    record = get_controls(room, ruleset, revision)
    warnings = _warnings(record, service().filing.examined(record))
    try:
        made = service().filing.approve(record, body["by"], body["reference"], body["note"], body["special"])
    except CannotFile as error:
        raise _cannot(error) from error
    except NotApprovable as refused:
        raise HttpProblem(
            422,
            "not-approvable",
            str(refused),
            errors=[{"detail": each} for each in refused.problems]
            + [
                {"detail": each.message, "pointer": f"#/special/{escaped(each.parameter)}"}
                for each in refused.missing
            ]
            + [
                {
                    "detail": f"{each!r}: no approval of that name is asked for; leave it out, or write it as in 'asked'.",
                    "pointer": f"#/special/{escaped(each)}",
                }
                for each in refused.unasked
            ],
        ) from refused
    return answer(resource(made) | {"warnings": warnings})


def _warnings(record: ControlsRecord, found: Examined) -> list[str]:
    """Of what was approved there are none any more."""
    return [] if record.standing == APPROVED else service().filing.warnings(record, found)


def resource(record: ControlsRecord, examined: Examined | None = None) -> dict[str, Any]:
    """A revision with what an examination of it says now."""
    url = controls_url(record.room, record.ruleset, record.revision)
    approved = record.standing == APPROVED
    found = examined or service().filing.examined(record)
    days = _days(record, found)
    ruleset = f"/v1/rulesets/{record.ruleset}/{record.revision}"
    links = {
        "self": url,
        "room": room_url(record.room),
        "history": f"{url}/history",
        "source": f"{url}/source.toml",
        "ruleset": ruleset,
        "canonical": f"{ruleset}/canonical.toml",
        "gaps_json": f"{ruleset}/gaps.json",
        "gaps_pdf": f"{ruleset}/gaps.pdf",
    }
    if record.document is not None:
        links["document"] = f"{url}/document"
    if record.revision > 1:
        links["changes"] = (
            f"/v1/rulesets/{record.ruleset}/{record.revision - 1}/diff/{record.ruleset}/{record.revision}"
        )
    return {
        "room": record.room,
        "ruleset": record.ruleset,
        "revision": record.revision,
        "title": record.title,
        "standing": record.standing,
        "in_force": days,
        "state": _state(record, days) if approved else record.standing,
        "digest": record.digest,
        "extends": list(found.ruleset.extends) if found.ruleset else [],
        "source": _filed_resource(record.source) if record.source else None,
        "document": _filed_resource(record.document) if record.document else None,
        "approvable": found.approvable,
        "problems": [] if approved else list(found.problems),
        "warnings": _warnings(record, found),
        "asked": found.asked,
        "links": links,
    }


def _filed_resource(sha256: str) -> dict[str, Any] | None:
    found = service().store.controls.filed(sha256)
    if found is None:
        return None
    return {
        "sha256": found.sha256,
        "bytes": found.size,
        "media_type": found.media_type,
        "filename": found.filename,
        "received_at": found.received_at,
    }


def _days(record: ControlsRecord, found: Examined) -> dict[str, str | None]:
    """From when until when: of what was approved as its successors have it, else as the file says."""
    held = found.ruleset
    if record.standing == APPROVED:
        held = service().registry.known().library.choice(record.name).revisions[0]
        return {"from": held.in_force.get("from"), "until": held.in_force.get("until")}
    ends = held.ends.isoformat() if held is not None and held.ends else None
    return {"from": record.starts, "until": ends}


def _state(record: ControlsRecord, days: dict[str, str | None]) -> str:
    """Where an approved revision is in its life on the room's gaming day of now."""
    known = service().registry.known()
    day = known.rooms[record.room].day(now())
    today = day.isoformat() if day else now()[:10]
    if days["from"] and today < days["from"]:
        return "to come"
    if not days["until"] or days["until"] >= today:
        return "in force"
    later = any(each.revision > record.revision for each in known.library.choice(record.ruleset).revisions)
    return "superseded" if later else "ended"
