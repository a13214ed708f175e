"""/v1/rooms/{room}/incidents: what becomes of the incidents that audits found in a room."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request

from auditor.http import incident_schemas as schemas
from auditor.http.access_log import about
from auditor.http.attached_files import (
    GIVEN_OUT,
    LARGEST_FILE,
    MOST_FILES,
    OCTETS,
    attached_file,
    attached_files,
)
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.guards import IF_MATCH, must_match_seen
from auditor.http.incident_resource import RoomIncident, RoomIncidentItem, incident_item, incident_resource
from auditor.http.paging import page_of, paged
from auditor.http.request_bodies import FORM_TYPE, body_of_request, must_not_be_encoded
from auditor.incident_selection import IncidentSelection
from auditor.incidents import RoomsIncident
from auditor.steps import INCIDENT_STEPS, DecisionOnIncident
from auditor.store.incident_rows import IncidentRow
from auditor.store.rows import NewFile

_ONE = "/<incident>"
_WORDS = {
    "cause": {"type": "string", "description": "how it came about"},
    "corrective_action": {"type": "string", "description": "what was done or will be done, by when"},
}
_FILES = {"type": "array", "items": {"type": "string", "format": "binary"}, "maxItems": MOST_FILES}
_ANSWER_DOC = {
    "required": True,
    "description": (
        f"The answer: JSON, or a form with the same fields and up to {MOST_FILES} files of at most {LARGEST_FILE >> 20} MB each."
    ),
    "content": {
        kind: {"schema": {"type": "object", "properties": fields, "required": list(_WORDS)}}
        for kind, fields in (("application/json", _WORDS), (FORM_TYPE, {**_WORDS, "file": _FILES}))
    },
}
INCIDENT_BODIES: dict[
    str, type[ma.Schema]
] = {  # what a request for a decision may hold, by the field that it has
    "note": schemas.NoteRequest,
    "reason": schemas.ReturnRequest,
}

blueprint = Blueprint(
    "incidents",
    __name__,
    url_prefix="/v1/rooms/<room>/incidents",
    description="What becomes of a room's incidents",
)


@blueprint.route("", methods=["GET"], access=("incidents", "read"))
@blueprint.arguments(schemas.RoomIncidentsQuery, location="query")
@blueprint.page("RoomIncidentPage", incidents=RoomIncidentItem)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="listRoomIncidents")
def listed(query: dict[str, Any], room: str) -> Response:
    """List a room's incidents by consequence (severity, money, due day, hand): those that the newest audits have, those that a
    correction removed, and those about which something was done.

    What only a what-if finds is none. The filters select together; `from` and `until` are gaming days, both included.
    """
    wanted = selection_of(query)
    page = page_of(query)
    rows, total = service().incidents.page(room, wanted, page)
    return paged("incidents", [incident_item(each) for each in rows], page, total)


def selection_of(query: dict[str, Any]) -> IncidentSelection:
    """The incidents that a query selects, and their order."""
    return IncidentSelection(
        states=tuple(query.get("state", ())),
        overdue=query.get("overdue"),
        first_day=query["first"].isoformat() if "first" in query else None,
        last_day=query["last"].isoformat() if "last" in query else None,
        severities=tuple(query.get("severity", ())),
        areas=tuple(query.get("area", ())),
        codes=tuple(query.get("code", ())),
        clause=query.get("clause"),
        player=query.get("player"),
        table=query.get("table"),
        search=query.get("search"),
        sort=query["sort"],
    )


@blueprint.route(_ONE, methods=["GET"], access=("incidents", "read"))
@blueprint.response(200, RoomIncident)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getRoomIncident")
def one(room: str, incident: str) -> Response:
    """An incident: what the newest audit says of it, and everything that was done about it."""
    about(room=room)
    return answer(incident_resource(service().incidents.get(room, incident)))


@blueprint.route(f"{_ONE}/answer", methods=["POST"], access=("incidents", "answer"))
@blueprint.response(200, RoomIncident)
@blueprint.problems(400, 403, 404, 409, 410, 412, 413, 415, 422, 429)
@blueprint.doc(operationId="answerIncident", requestBody=_ANSWER_DOC, parameters=[IF_MATCH])
def answered(room: str, incident: str) -> Response:
    """Answer an incident that is open, or whose answer was returned: its cause, what is done about it, and files.

    Who answers is the holder of the key. The answer stays with room and incident, whatever a later audit finds.
    """
    about(room=room)
    seen = _seen(room, incident)
    words, files = _answer_of_request()
    return _done(service().incidents.answer(room, incident, words, files, holder(None), seen))


def _add_address(step: DecisionOnIncident) -> None:
    """Add the address at which a decision on an incident is taken."""

    def taken(body: dict[str, Any], room: str, incident: str) -> Response:
        about(room=room)
        words = {name: text for name, text in body.items() if text is not None}
        seen = _seen(room, incident)
        return _done(service().incidents.decide(room, incident, step.action, words, holder(None), seen))

    taken.__name__ = f"{step.name}_{step.of}"
    taken.__doc__ = "\n\n".join(filter(None, (step.words, step.api_words)))
    documented = blueprint.doc(operationId=f"{step.name}{step.of.title()}", parameters=[IF_MATCH])(taken)
    documented = blueprint.problems(400, 403, 404, 409, 410, 412, 413, 415, 422)(documented)
    documented = blueprint.response(200, RoomIncident)(documented)
    documented = blueprint.arguments(INCIDENT_BODIES[step.field.name])(documented)
    blueprint.route(f"{_ONE}/{step.name}", methods=["POST"], access=("incidents", "decide"))(documented)


for each in INCIDENT_STEPS:
    _add_address(each)


@blueprint.route(f"{_ONE}/files/<sha256>", methods=["GET"], access=("incidents", "files"))
@blueprint.files(*GIVEN_OUT, OCTETS)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getAttachedFile")
def attached(room: str, incident: str, sha256: str) -> Response:
    """A file of an answer, byte for byte, to be saved. Its ETag is its SHA-256; the incident has the name that it came with."""
    about(room=room)
    return attached_file(room, incident, *service().incidents.file(room, incident, sha256))


def _done(found: RoomsIncident) -> Response:
    return answer(incident_resource(found))


def _seen(room: str, incident: str) -> IncidentRow | None:
    """State that the sender has seen, if the request says which. Raises ChangedMeanwhile, NoSuchIncident."""
    incidents = service().incidents
    incidents.get(room, incident)
    return must_match_seen(
        lambda: incident_resource(incidents.get(room, incident)), lambda: incidents.record(room, incident)
    )


def _answer_of_request() -> tuple[dict[str, str], tuple[NewFile, ...]]:
    """The words and the files of an answer. Raises HttpProblem."""
    must_not_be_encoded(request, "an answer")
    parser = Blueprint.ARGUMENTS_PARSER
    if request.mimetype != FORM_TYPE:
        return dict(parser.parse(schemas.AnswerRequest(), request, location="json")), ()
    body_of_request(request)
    words = dict(parser.parse(schemas.AnswerRequest(), request, location="form"))
    return words, tuple(attached_files())
