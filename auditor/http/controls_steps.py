"""/v1/rooms/{room}/controls/...: submitting a revision, and what the authority decides."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import room_schemas as schemas
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.controls import ADDRESS
from auditor.http.controls_resource import controls_resource
from auditor.http.rooms import blueprint


def _by(body: dict[str, Any]) -> str:
    """Who takes a step: on record for every one."""
    by = holder(body.get("by"), required_at="#/by")
    assert by is not None  # it is required
    return by


@blueprint.route(f"{ADDRESS}/submit", methods=["POST"], access=("controls", "submit"))
@blueprint.arguments(schemas.StepRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="submitControls")
def submit(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Hand a draft to the authority. It does not change from then on, unless it is withdrawn or denied."""
    record = service().filing.get(room, ruleset, revision)
    return answer(controls_resource(service().approval.submit(record, _by(body), body["note"])))


@blueprint.route(f"{ADDRESS}/withdraw", methods=["POST"], access=("controls", "submit"))
@blueprint.arguments(schemas.StepRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="withdrawControls")
def withdraw(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Take back what was submitted: it is a draft again."""
    record = service().filing.get(room, ruleset, revision)
    return answer(controls_resource(service().approval.withdraw(record, _by(body), body["note"])))


@blueprint.route(f"{ADDRESS}/deny", methods=["POST"], access=("controls", "decide"))
@blueprint.arguments(schemas.DenyRequest)
@blueprint.response(200, schemas.RoomControlsSchema)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="denyControls")
def deny(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
    """Put on record that the authority denied what was submitted, and why. A mended file may replace it."""
    record = service().filing.get(room, ruleset, revision)
    denied = service().approval.deny(record, _by(body), body["reference"], body["reason"])
    return answer(controls_resource(denied))


@blueprint.route(f"{ADDRESS}/approve", methods=["POST"], access=("controls", "decide"))
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
    record = service().filing.get(room, ruleset, revision)
    warnings = service().approval.warnings(record, service().approval.examined(record))
    made = service().approval.approve(record, _by(body), body["reference"], body["note"], body["special"])
    return answer(controls_resource(made) | {"warnings": warnings})
