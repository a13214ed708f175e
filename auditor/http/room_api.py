"""/v1/rooms: card rooms, what they are licensed for, and which controls are in force on which day."""

from __future__ import annotations

import re
from typing import Any

from flask import Response

from auditor.http import room_schemas as schemas
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.guards import CONDITIONS, must_match
from auditor.http.paging import page_of, paged
from auditor.http.problem_answers import HttpProblem
from auditor.http.room_resource import (
    HistoryResource,
    RoomResource,
    TermsProposalResource,
    history_resource,
    proposal_resource,
    proposal_url,
    room_resource,
    room_url,
)
from auditor.store.rows import TermsProposal

_ID = re.compile(r"[^\W_](?:[\w .:&'()-]{0,62}[^\W_])?")  # a licence id, such as WA-0417

blueprint = Blueprint(
    "rooms", __name__, url_prefix="/v1/rooms", description="Card rooms, their licences and their controls"
)


@blueprint.route("", methods=["GET"], access=("rooms", "read"))
@blueprint.arguments(schemas.RoomsQuery, location="query")
@blueprint.page("RoomPage", rooms=RoomResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listRooms")
def listed(query: dict[str, Any]) -> Response:
    """List the rooms on record."""
    page = page_of(query)
    rows, total = service().rooms.page(page)
    snapshot = service().registry.snapshot()
    return paged("rooms", [room_resource(row, snapshot) for row in rows], page, total)


@blueprint.route("/<room>", methods=["PUT"], access=("rooms", "put"))
@blueprint.arguments(schemas.TermsRequest)
@blueprint.response(201, RoomResource, description="The room is on record")
@blueprint.alt_response(
    200, schema=RoomResource, description="It was on record; its terms are as sent", success=True
)
@blueprint.alt_response(
    202,
    schema=TermsProposalResource,
    description="The terms are proposed: the room's authority decides",
    success=True,
)
@blueprint.problems(400, 403, 409, 412, 415, 422)
@blueprint.doc(operationId="putRoom", parameters=CONDITIONS)
def put(body: dict[str, Any], room: str) -> Response:
    """Put a room on record, or its terms from a day on.

    The time zone and the hour at which the gaming day begins decide to which day a hand belongs, and so which revision
    of the controls applies to it. Terms that are on record for other days stay. Where any of the room's terms names an
    authority, other terms are proposed to it, and those on record stay until it approves them; how often a log is expected is
    no part of a licence, and changes at once.
    """
    if not _ID.fullmatch(room) and not service().rooms.appears(room):
        raise HttpProblem(
            422,
            "invalid-request",
            f"{room!r} is no room's id: that is its licence number as in its logs, such as WA-0417, of at most 64 letters and "
            "digits and, between them, spaces and any of . : & ' ( ) - _.",
        )
    seen = must_match(lambda: _held(room))
    by = holder(body.pop("by"))
    starts = body.pop("from_")
    if body["logs_expected"] is None:
        del body["logs_expected"]  # as in terms of before
    terms = {"from": starts.isoformat() if starts else None, **body}
    made = service().room_terms.put(room, terms, by, seen=seen)
    if isinstance(made, TermsProposal):
        return answer(proposal_resource(made), 202, {"Location": proposal_url(made)})
    record, new = made
    headers = {"Location": room_url(room)}
    return answer(room_resource(record, service().registry.snapshot()), 201 if new else 200, headers)


def _held(room: str) -> RoomResource | None:
    record = service().rooms.find(room)
    return room_resource(record, service().registry.snapshot()) if record else None


@blueprint.route("/<room>", methods=["GET"], access=("rooms", "read"))
@blueprint.response(200, RoomResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getRoom")
def one(room: str) -> Response:
    """A room: its terms, and its controls by the days on which they are in force."""
    return answer(room_resource(service().rooms.get(room), service().registry.snapshot()))


@blueprint.route("/<room>/history", methods=["GET"], access=("rooms", "history"))
@blueprint.response(200, HistoryResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getRoomHistory")
def history(room: str) -> Response:
    """Everything that was filed and decided for a room, in its order."""
    return answer(history_resource(service().rooms.history(room)))
