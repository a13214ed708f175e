"""/v1/rooms/{room}/terms: proposed terms of a room that an authority licenses, and what it decides."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import terms_schemas as schemas
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.room_api import blueprint
from auditor.http.room_resource import TermsProposalResource, TermsProposalsResource, proposal_resource
from auditor.http.room_schemas import StepRequest

_ONE = "/<room>/terms/<number:proposal>"


def _by(body: dict[str, Any]) -> str:
    """Who takes a step: on record for every one."""
    by = holder(body.get("by"), required_at="#/by")
    assert by is not None  # it is required
    return by


@blueprint.route("/<room>/terms", methods=["GET"], access=("rooms", "read"))
@blueprint.response(200, TermsProposalsResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="listTermsProposals")
def list_proposals(room: str) -> Response:
    """Everything that was proposed as terms of a room, in its order, with what became of it."""
    proposals = [proposal_resource(each) for each in service().room_terms.of_room(room)]
    return answer(TermsProposalsResource(proposals))


@blueprint.route(_ONE, methods=["GET"], access=("rooms", "read"))
@blueprint.response(200, TermsProposalResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getTermsProposal")
def one_proposal(room: str, proposal: int) -> Response:
    """Proposed terms, with what differs from those that hold."""
    return answer(proposal_resource(service().room_terms.get(room, proposal)))


@blueprint.route(f"{_ONE}/approve", methods=["POST"], access=("rooms", "decide"))
@blueprint.arguments(schemas.ApproveTermsRequest)
@blueprint.response(200, TermsProposalResource)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="approveTerms")
def approve_terms(body: dict[str, Any], room: str, proposal: int) -> Response:
    """Put on record that the authority approved proposed terms: they are those of the room from their day on.

    The sessions of the room get their gaming day anew. The reference is on record with the change, in the room's history and in
    the register.
    """
    found = service().room_terms.get(room, proposal)
    made = service().room_terms.approve(found, _by(body), body["reference"], body["note"])
    return answer(proposal_resource(made))


@blueprint.route(f"{_ONE}/refuse", methods=["POST"], access=("rooms", "decide"))
@blueprint.arguments(schemas.RefuseTermsRequest)
@blueprint.response(200, TermsProposalResource)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="refuseTerms")
def refuse_terms(body: dict[str, Any], room: str, proposal: int) -> Response:
    """Put on record that the authority refused proposed terms, and why. Those on record stay."""
    found = service().room_terms.get(room, proposal)
    made = service().room_terms.refuse(found, _by(body), body["reference"], body["reason"])
    return answer(proposal_resource(made))


@blueprint.route(f"{_ONE}/withdraw", methods=["POST"], access=("rooms", "put"))
@blueprint.arguments(StepRequest)
@blueprint.response(200, TermsProposalResource)
@blueprint.problems(400, 403, 404, 409, 415, 422)
@blueprint.doc(operationId="withdrawTerms")
def withdraw_terms(body: dict[str, Any], room: str, proposal: int) -> Response:
    """Take proposed terms back. Those on record stay."""
    found = service().room_terms.get(room, proposal)
    return answer(proposal_resource(service().room_terms.withdraw(found, _by(body), body["note"])))
