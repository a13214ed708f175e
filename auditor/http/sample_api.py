"""/v1/samples: hands drawn by a public value and the register's root, and compared with their videos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response

from auditor.http import sample_schemas as schemas
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.paging import page_of, paged
from auditor.http.sample_resource import (
    SampleItemResource,
    SampleResource,
    sample_item,
    sample_resource,
    sample_url,
)
from auditor.sample_comparison import cards_of
from auditor.store.stored_samples import EnteredSeat
from rules.cards import ROWS

blueprint = Blueprint(
    "samples", __name__, url_prefix="/v1/samples", description="Hands that are compared with their videos"
)


@blueprint.route("", methods=["POST"], access=("samples", "draw"))
@blueprint.arguments(schemas.SampleRequest)
@blueprint.response(201, SampleResource, description="The value is on record, and the hands are drawn")
@blueprint.problems(400, 403, 404, 410, 413, 415, 422)
@blueprint.doc(operationId="drawSample")
def draw(body: dict[str, Any]) -> Response:
    """Commit to a public value, and draw hands of a room's gaming days.

    The list of the sessions, how many hands are drawn, and the value are an entry of the register first. The root of the first
    checkpoint that covers it, the value and the digest of the list then draw: whoever has the three draws the same hands.
    Sessions whose logs were purged, or that a correction superseded, are not drawn from.
    """
    made = service().sampling.draw(
        body["room"],
        (body["first"], body["last"]),
        body["hands"],
        (body["source"], body["value"]),
        holder(body["by"]),
    )
    return answer(sample_resource(made), 201, {"Location": sample_url(made.id)})


@blueprint.route("", methods=["GET"], access=("samples", "read"))
@blueprint.arguments(schemas.SamplesQuery, location="query")
@blueprint.page("SamplePage", samples=SampleItemResource)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listSamples")
def listed(query: dict[str, Any]) -> Response:
    """List samples, the newest first."""
    page = page_of(query)
    rows, total = service().sampling.page(page, query.get("room"))
    return paged("samples", [sample_item(row) for row in rows], page, total)


@blueprint.route("/<number:sample>", methods=["GET"], access=("samples", "read"))
@blueprint.response(200, SampleResource)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getSample")
def one(sample: int) -> Response:
    """One sample: the hands to be looked at in their videos, what was entered, and, once it is closed, how it compares."""
    return answer(sample_resource(service().sampling.drawn(sample)))


@blueprint.route("/<number:sample>/hands/<number:hand>", methods=["PUT"], access=("samples", "draw"))
@blueprint.arguments(schemas.EntryRequest)
@blueprint.response(201, SampleResource, description="What was seen is on record")
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
@blueprint.doc(operationId="enterSampledHand")
def enter(body: dict[str, Any], sample: int, hand: int) -> Response:
    """Enter what the video of a drawn hand shows: the rows and the result of each seat, or why it could not be seen.

    `hand` is its number in the order of the draw. It cannot be changed, and is compared when the sample is closed.
    """
    seats = entered_seats(body["seats"])
    made = service().sampling.enter(sample, hand, seats, body["unseen"], holder(body["by"]))
    return answer(sample_resource(made), 201)


def entered_seats(seats: Sequence[Mapping[str, Any]]) -> list[EnteredSeat]:
    """Seats as they were typed. Raises CannotSample for what is no card."""
    return [
        EnteredSeat(
            seat=each["seat"],
            net=each["net"],
            **{row: cards_of(each[row] or "", f"seats/{at}/{row}") for row in ROWS},
        )
        for at, each in enumerate(seats)
    ]


@blueprint.route("/<number:sample>/close", methods=["POST"], access=("samples", "draw"))
@blueprint.arguments(schemas.CloseRequest)
@blueprint.response(200, SampleResource)
@blueprint.problems(400, 403, 404, 409, 410, 413, 415, 422)
@blueprint.doc(operationId="closeSample")
def close(body: dict[str, Any], sample: int) -> Response:
    """Compare every hand with the record, and say below which share wrong hands are, with 95% confidence.

    A hand that could not be compared counts as differing: otherwise a lost video would make the result better.
    """
    return answer(sample_resource(service().sampling.close(sample, holder(body["by"]))))
