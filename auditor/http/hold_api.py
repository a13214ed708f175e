"""/v1/holds: legal holds, made and lifted on record."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import hold_schemas as schemas
from auditor.http.answer_structs import shown, shown_or_none
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.paging import page_of, paged
from auditor.store.rows import HoldRecord, NewHold

blueprint = Blueprint(
    "holds", __name__, url_prefix="/v1/holds", description="What must not be purged, and why"
)


def hold_url(number: int) -> str:
    """Address of a hold."""
    return f"/v1/holds/{number}"


@blueprint.route("", methods=["POST"], access=("holds", "make"))
@blueprint.arguments(schemas.HoldRequest)
@blueprint.response(201, schemas.HoldResource, description="The hold is on record and in force")
@blueprint.problems(400, 403, 404, 413, 415, 422)
@blueprint.doc(operationId="makeHold")
def make(body: dict[str, Any]) -> Response:
    """Forbid to purge what a room played: all of it, one session, or some gaming days.

    It holds what is on record and what comes later. A file that became no session does not say when its hands were played:
    it is held if it came in on the first day or later.
    """
    first, last = body.get("first"), body.get("last")
    wanted = NewHold(
        body["room"],
        body.get("session"),
        first.isoformat() if first else None,
        last.isoformat() if last else None,
        body["reason"],
        holder(body["by"]),
    )
    made = service().holds.make(wanted)
    return answer(hold_resource(made), 201, {"Location": hold_url(made.id)})


@blueprint.route("", methods=["GET"], access=("holds", "read"))
@blueprint.arguments(schemas.HoldsQuery, location="query")
@blueprint.page("HoldPage", holds=schemas.HoldResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listHolds")
def listed(query: dict[str, Any]) -> Response:
    """List holds, in the order in which they were made. Those that were lifted stay in the list."""
    page = page_of(query)
    rows, total = service().holds.page(page, query.get("room"), query.get("lifted"))
    return paged("holds", [hold_resource(row) for row in rows], page, total)


@blueprint.route("/<number:hold>", methods=["GET"], access=("holds", "read"))
@blueprint.response(200, schemas.HoldResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getHold")
def one(hold: int) -> Response:
    """One hold."""
    return answer(hold_resource(service().holds.get(hold)))


@blueprint.route("/<number:hold>/lift", methods=["POST"], access=("holds", "lift"))
@blueprint.arguments(schemas.LiftRequest)
@blueprint.response(200, schemas.HoldResource)
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
@blueprint.doc(operationId="liftHold")
def lift(body: dict[str, Any], hold: int) -> Response:
    """Lift a hold. It stays on record, with who lifted it and why; it cannot be put back, but another one can be made."""
    return answer(hold_resource(service().holds.lift(hold, body["reason"], holder(body["by"]))))


def hold_resource(hold: HoldRecord) -> schemas.HoldResource:
    """A hold as the API shows it."""
    url = hold_url(hold.id)
    return shown(
        schemas.HoldResource,
        hold,
        from_=hold.first_day,
        until=hold.last_day,
        lifted=shown_or_none(schemas.LiftResource, hold.lifted),
        links={"self": url, "lift": f"{url}/lift"},
    )
