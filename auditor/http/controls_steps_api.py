"""/v1/rooms/{room}/controls/...: the steps of a revision, each made from its row of the table of steps."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from msgspec.structs import replace

from auditor.http import room_schemas as schemas
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.controls_api import ADDRESS
from auditor.http.controls_resource import RoomControlsResource, controls_resource
from auditor.http.room_api import blueprint
from auditor.steps import CONTROLS_STEPS, ControlsStep

CONTROLS_BODIES: dict[str, type[ma.Schema]] = {  # what a request for a step may hold
    "submit": schemas.StepRequest,
    "withdraw": schemas.StepRequest,
    "approve": schemas.ApproveRequest,
    "deny": schemas.DenyRequest,
}


def _add_address(step: ControlsStep) -> None:
    """Add the address at which a step is taken."""

    def taken(body: dict[str, Any], room: str, ruleset: str, revision: int) -> Response:
        approval = service().approval
        record = service().filing.get(room, ruleset, revision)
        noted = {"warnings": approval.warnings(record, approval.examined(record))} if step.final else {}
        by = holder(body.get("by"), required_at="#/by") or ""
        return answer(replace(controls_resource(step.take(approval, record, by, body, None)), **noted))

    taken.__name__ = step.name
    taken.__doc__ = "\n\n".join(filter(None, (step.words, step.api_words)))
    documented = blueprint.doc(operationId=f"{step.name}Controls")(taken)
    documented = blueprint.problems(400, 403, 404, 409, 415, 422)(documented)
    documented = blueprint.response(200, RoomControlsResource)(documented)
    documented = blueprint.arguments(CONTROLS_BODIES[step.name])(documented)
    blueprint.route(f"{ADDRESS}/{step.name}", methods=["POST"], access=("controls", step.access))(documented)


for each in CONTROLS_STEPS:
    _add_address(each)
