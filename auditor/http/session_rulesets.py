"""/v1/sessions/{number}/ruleset: the ruleset that is stated for a session which names none, or one that nobody has."""

from __future__ import annotations

from typing import Annotated, Any

import marshmallow as ma
from flask import Response

from auditor.http.access_log import about
from auditor.http.answer_structs import Resource, means, shown
from auditor.http.blueprint import answer
from auditor.http.context import holder, service
from auditor.http.request_schemas import text
from auditor.http.resources import UploadResource, session_url
from auditor.http.session_api import blueprint, found_session, uploaded_session

_ADDRESS = "/<number:session>/ruleset"


class RulesetToStateResource(Resource, frozen=True):
    """A ruleset that may be stated for a session."""

    id: str
    revision: int
    title: str
    family: Annotated[str, means("of games, such as chinese")]


class RulesetOfSessionResource(Resource, frozen=True):
    """The ruleset of a session, and those that may be stated for it."""

    session: int
    ruleset: Annotated[str | None, means("that its log names")]
    needed: Annotated[bool, means("whether it cannot be audited until one is stated")]
    likely: Annotated[
        str | None, means("the id of the one that it is most probably of; null: nothing says which")
    ]
    rulesets: Annotated[
        list[RulesetToStateResource], means("that a log of its room and game may name on its day, by id")
    ]


class StatedRulesetRequest(ma.Schema):
    """The ruleset that a table played under, and who says so."""

    ruleset = text("the id of one of those that may be stated", required=True)
    by = text("who states it; without it, the key's holder", load_default=None, allow_none=True)


@blueprint.route(_ADDRESS, methods=["GET"], access=("sessions", "read"))
@blueprint.response(200, RulesetOfSessionResource)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getRulesetOfSession")
def offered_rulesets(session: int) -> Response:
    """The ruleset that a session names, whether one has to be stated, and those that may be."""
    found = found_session(session)
    offered = service().stated_rulesets.offered(found)
    return answer(
        shown(
            RulesetOfSessionResource,
            offered,
            session=found.id,
            ruleset=found.ruleset,
            rulesets=[shown(RulesetToStateResource, each) for each in offered.rulesets],
        )
    )


@blueprint.route(_ADDRESS, methods=["POST"], access=("sessions", "upload"))
@blueprint.arguments(StatedRulesetRequest)
@blueprint.response(201, UploadResource, description="The correction is a session, and waits for its audit")
@blueprint.alt_response(
    200, schema=UploadResource, description="The same statement had made it before", success=True
)
@blueprint.problems(400, 403, 404, 409, 410, 413, 415, 422, 429)
@blueprint.doc(operationId="stateRulesetOfSession")
def state_ruleset(body: dict[str, Any], session: int) -> Response:
    """State the ruleset that a session was played under, where its log names none or one that nobody has.

    The log stays as it came. A correction of it, which names the ruleset, becomes a session and is audited as any other. The
    same statement again gives the same session. One that names a ruleset which is not offered, or for a session that needs none,
    is a conflict (409).
    """
    found = found_session(session)
    by = holder(body["by"], required_at="#/by")
    assert by is not None  # the request would be refused
    made = service().stated_rulesets.state(found, body["ruleset"], by)
    about(room=found.room, session=made.session.id)
    resource = uploaded_session(made.session, already_stored=not made.new, warnings=made.warnings)
    return answer(resource, 201 if made.new else 200, {"Location": session_url(made.session.id)})
