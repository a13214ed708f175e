"""/v1/rooms: card rooms, what they are licensed for, and which controls are in force on which day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from auditor.http import room_schemas as schemas
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.guards import CONDITIONS, must_match
from auditor.http.paging import PAGE_HEADERS, page_of, paged
from auditor.http.problem_answers import HttpProblem
from auditor.http.terms_schemas import TermsProposalSchema
from auditor.registry import RegistryAtChange
from auditor.room_terms import PROPOSED
from auditor.store.rows import FiledChange, RoomRecord, TermsProposal
from rules.controls.ruleset import Ruleset

_LATER = ("authority", "logs_expected")  # what older terms do not name
_ID = re.compile(r"[^\W_](?:[\w .:&'()-]{0,62}[^\W_])?")  # a licence id, such as WA-0417

blueprint = Blueprint(
    "rooms", __name__, url_prefix="/v1/rooms", description="Card rooms, their licences and their controls"
)


def room_url(room: str) -> str:
    """Address of a room."""
    from urllib.parse import quote

    return f"/v1/rooms/{quote(room, safe='')}"


def controls_url(room: str, ruleset: str, revision: int) -> str:
    """Address of a revision of a room's controls."""
    return f"{room_url(room)}/controls/{ruleset}/{revision}"


@blueprint.route("", methods=["GET"], access=("rooms", "read"))
@blueprint.arguments(schemas.RoomsQuery, location="query")
@blueprint.response(200, schemas.RoomPageSchema, headers=PAGE_HEADERS)
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
@blueprint.response(201, schemas.RoomSchema, description="The room is on record")
@blueprint.alt_response(
    200, schema=schemas.RoomSchema, description="It was on record; its terms are as sent", success=True
)
@blueprint.alt_response(
    202,
    schema=TermsProposalSchema,
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


def _held(room: str) -> dict[str, Any] | None:
    record = service().rooms.find(room)
    return room_resource(record, service().registry.snapshot()) if record else None


@blueprint.route("/<room>", methods=["GET"], access=("rooms", "read"))
@blueprint.response(200, schemas.RoomSchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getRoom")
def one(room: str) -> Response:
    """A room: its terms, and its controls by the days on which they are in force."""
    return answer(room_resource(service().rooms.get(room), service().registry.snapshot()))


@blueprint.route("/<room>/history", methods=["GET"], access=("rooms", "history"))
@blueprint.response(200, schemas.HistorySchema)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getRoomHistory")
def history(room: str) -> Response:
    """Everything that was filed and decided for a room, in its order."""
    return answer({"history": [change_resource(each) for each in service().rooms.history(room)]})


def change_resource(change: FiledChange) -> dict[str, Any]:
    """A step as the API shows it."""
    controls = {"ruleset": change.ruleset, "revision": change.revision} if change.ruleset else {}
    return {
        "id": change.id,
        "at": change.at,
        "action": change.action,
        **controls,
        "by": change.by,
        "reference": change.reference,
        "note": change.note,
        "details": change.details,
        "key": change.key,
    }


def room_resource(record: RoomRecord, snapshot: RegistryAtChange) -> dict[str, Any]:
    """A room with links to what belongs to it."""
    url = room_url(record.id)
    room = snapshot.rooms.get(record.id)
    rulesets = [snapshot.library.choice(ruleset) for ruleset in room.controls] if room else []
    terms = [terms_resource(each) for each in record.terms]
    return {
        "id": record.id,
        **terms[-1],
        "terms": terms,
        "controls": [in_force(record.id, each) for choice in rulesets for each in choice.revisions],
        "unreadable": snapshot.unreadable.get(record.id),
        "links": {
            "self": url,
            "controls": f"{url}/controls",
            "day": f"{url}/days/{{date}}",
            "incidents": f"{url}/incidents",
            "history": f"{url}/history",
            "terms": f"{url}/terms",
            "template": f"{url}/template.xlsx",
            "sessions": f"/v1/sessions?room={url.rpartition('/')[2]}",
        },
    }


def terms_resource(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Terms as the API shows them."""
    return {**terms, **{name: terms.get(name) for name in _LATER}}


def proposal_url(proposal: TermsProposal) -> str:
    """Address of proposed terms."""
    return f"{room_url(proposal.room)}/terms/{proposal.id}"


def proposal_resource(proposal: TermsProposal) -> dict[str, Any]:
    """Proposed terms as the API shows them."""
    decision = proposal.decision
    url = proposal_url(proposal)
    return {
        "id": proposal.id,
        "room": proposal.room,
        "standing": decision.standing if decision is not None else PROPOSED,
        "at": proposal.at,
        "by": proposal.by,
        "key": proposal.key,
        "terms": terms_resource(proposal.terms),
        "differs": service().room_terms.differences(proposal),
        "decision": msgspec.to_builtins(decision),
        "links": {"self": url, **{each: f"{url}/{each}" for each in ("approve", "refuse", "withdraw")}},
    }


def in_force(room: str, revision: Ruleset) -> dict[str, Any]:
    """An approved revision with the days on which it is in force."""
    days = revision.in_force
    return {
        "ruleset": revision.id,
        "revision": revision.revision,
        "title": revision.title,
        "digest": revision.digest,
        "from": days.get("from"),
        "until": days.get("until"),
        "links": {
            "self": controls_url(room, revision.id, revision.revision),
            "ruleset": f"/v1/rulesets/{revision.id}/{revision.revision}",
        },
    }
