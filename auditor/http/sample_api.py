"""/v1/samples: hands drawn by a public value and the register's root, and compared with their videos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct

from auditor.http import sample_schemas as schemas
from auditor.http.blueprint import PAGE_HEADERS, Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.paging import page_of, paged
from auditor.sample_comparison import cards_of
from auditor.sampling import ToLookAt, outcome
from auditor.store.stored_samples import EnteredSeat, Sample
from rules.cards import ROWS

blueprint = Blueprint(
    "samples", __name__, url_prefix="/v1/samples", description="Hands that are compared with their videos"
)


def sample_url(number: int) -> str:
    """Address of a sample."""
    return f"/v1/samples/{number}"


@blueprint.route("", methods=["POST"], access=("samples", "draw"))
@blueprint.arguments(schemas.SampleRequest)
@blueprint.response(201, schemas.SampleSchema, description="The value is on record, and the hands are drawn")
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
@blueprint.response(200, schemas.SamplePageSchema, headers=PAGE_HEADERS)
@blueprint.problems(400, 403)
@blueprint.doc(operationId="listSamples")
def listed(query: dict[str, Any]) -> Response:
    """List samples, the newest first."""
    page = page_of(query)
    rows, total = service().sampling.page(page, query.get("room"))
    return paged("samples", [_item(row) for row in rows], page, total)


@blueprint.route("/<number:sample>", methods=["GET"], access=("samples", "read"))
@blueprint.response(200, schemas.SampleSchema)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getSample")
def one(sample: int) -> Response:
    """One sample: the hands to be looked at in their videos, what was entered, and, once it is closed, how it compares."""
    return answer(sample_resource(service().sampling.drawn(sample)))


@blueprint.route("/<number:sample>/hands/<number:hand>", methods=["PUT"], access=("samples", "draw"))
@blueprint.arguments(schemas.EntryRequest)
@blueprint.response(201, schemas.SampleSchema, description="What was seen is on record")
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
@blueprint.response(200, schemas.SampleSchema)
@blueprint.problems(400, 403, 404, 409, 410, 413, 415, 422)
@blueprint.doc(operationId="closeSample")
def close(body: dict[str, Any], sample: int) -> Response:
    """Compare every hand with the record, and say below which share wrong hands are, with 95% confidence.

    A hand that could not be compared counts as differing: otherwise a lost video would make the result better.
    """
    return answer(sample_resource(service().sampling.close(sample, holder(body["by"]))))


def _item(sample: Sample) -> dict[str, Any]:
    url = sample_url(sample.id)
    return {
        "id": sample.id,
        "at": sample.at,
        "room": sample.room,
        "from": sample.first_day,
        "until": sample.last_day,
        "sessions_sha256": sample.sessions_sha256,
        "hands": sample.hands,
        "wanted": sample.wanted,
        "entered": sample.entered,
        "source": sample.source,
        "value": sample.value,
        "by": sample.by,
        "key": sample.key,
        "outcome": msgspec.to_builtins(outcome(sample)),
        "links": {"self": url, "close": f"{url}/close"},
    }


def sample_resource(sample: Sample) -> dict[str, Any]:
    """A sample as the API shows it."""
    assert sample.draw is not None
    ended = sample.closing and {
        "at": sample.closing.at,
        "by": sample.closing.by,
        "key": sample.closing.key,
        "results": _plain(sample.closing.results),
        "outcome": msgspec.to_builtins(outcome(sample)),
    }
    drawn = [_hand(each) for each in service().sampling.to_look_at(sample)]
    return {
        **_item(sample),
        "sessions": _plain(sample.sessions),
        "draw": {"at": sample.draw.at, "root": sample.draw.root, "size": sample.draw.size, "drawn": drawn},
        "closing": ended,
    }


def _hand(each: ToLookAt) -> dict[str, Any]:
    entered = each.entered
    return {
        "number": each.number,
        "place": each.hand.place,
        "session": each.session.session,
        "table": each.table,
        "hand": each.hand.hand,
        "line": each.hand.line,
        "at": each.hand.at,
        "video": each.hand.video,
        "seats": each.hand.seats,
        "video_until": each.video_until.isoformat() if each.video_until else None,
        "video_clause": each.video_clause,
        "entered": entered
        and {"at": entered.at, "by": entered.by, "unseen": entered.unseen, "seats": _plain(entered.seats)},
    }


def _plain(records: Sequence[Struct]) -> list[dict[str, Any]]:
    """Records as JSON has them: their members by name."""
    return [{name: getattr(each, name) for name in each.__struct_fields__} for each in records]
