"""Schemas of requests about samples, and the shape of a sample."""

from __future__ import annotations

import marshmallow as ma
from marshmallow.validate import Length, Range

from auditor.http.component_fields import ComponentField
from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, printable, text
from auditor.http.room_schemas import words
from auditor.sampling import MOST_HANDS

_SHA256 = {"description": "SHA-256, in hexadecimal"}
MOST_SEATS = 10
_LARGEST = 10**12  # minor units


class SamplesQuery(PagedQuery):
    """Samples by room."""

    room = text("the card room's licence id")


class SampleRequest(DaysQuery):
    """Population of a sample, how many hands, and the public value that draws them."""

    first = ma.fields.Date(data_key="from", required=True, metadata={"description": "the first gaming day"})
    last = ma.fields.Date(data_key="until", required=True, metadata={"description": "the last one, included"})
    room = text("the card room's licence id", required=True)
    hands = ma.fields.Integer(
        strict=True,
        required=True,
        validate=Range(1, MOST_HANDS),
        metadata={"description": "how many are drawn"},
    )
    source = words(
        "where the value comes from, such as a beacon and its round, or dice and who saw them", required=True
    )
    value = ma.fields.String(
        required=True,
        validate=[Length(1, 400), printable],
        metadata={"description": "the public value, character for character"},
    )
    by = text("who draws; without it, the key's holder", load_default=None, allow_none=True)


class SeatRequest(ma.Schema):
    """A seat as it was seen. What was not seen is null or left out; it is not compared."""

    seat = ma.fields.Integer(strict=True, required=True, validate=Range(1, MOST_SEATS))
    front = ma.fields.String(load_default=None, allow_none=True, validate=Length(max=100))
    middle = ma.fields.String(load_default=None, allow_none=True, validate=Length(max=100))
    back = ma.fields.String(load_default=None, allow_none=True, validate=Length(max=100))
    net = ma.fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=Range(-_LARGEST, _LARGEST),
        metadata={"description": "what the seat won or lost, in minor units"},
    )


class EntryRequest(ma.Schema):
    """Content of the video of a hand: its seats, or why it could not be seen."""

    seats = ma.fields.List(ma.fields.Nested(SeatRequest), load_default=list, validate=Length(max=MOST_SEATS))
    unseen = words("why the hand could not be seen", load_default=None, allow_none=True)
    by = text("who saw it; without it, the key's holder", load_default=None, allow_none=True)


class CloseRequest(ma.Schema):
    """Name of whoever closes a sample."""

    by = text("who closes it; without it, the key's holder", load_default=None, allow_none=True)


class ListedSessionSchema(ma.Schema):
    number = ma.fields.Integer(required=True, metadata={"description": "the session's id"})
    session = ma.fields.String(required=True)
    sha256 = ma.fields.String(required=True, metadata={"description": "of its log, not compressed"})
    hands = ma.fields.Integer(required=True)


class SeenSeatSchema(ma.Schema):
    seat = ma.fields.Integer(required=True)
    front = ma.fields.String(required=True, allow_none=True)
    middle = ma.fields.String(required=True, allow_none=True)
    back = ma.fields.String(required=True, allow_none=True)
    net = ma.fields.Integer(required=True, allow_none=True)


class EnteredSchema(ma.Schema):
    at = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    unseen = ma.fields.String(required=True, allow_none=True)
    seats = ma.fields.List(ma.fields.Nested(SeenSeatSchema), required=True)


class DrawnHandSchema(ma.Schema):
    """A hand that was drawn: where its video is, and nothing of what the log has."""

    number = ma.fields.Integer(required=True, metadata={"description": "in the order of the draw, from 1"})
    place = ma.fields.Integer(required=True, metadata={"description": "among all hands of the list, from 0"})
    session = ma.fields.String(required=True)
    table = ma.fields.String(required=True)
    hand = ma.fields.Integer(required=True)
    line = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True, allow_none=True)
    video = ma.fields.String(required=True, allow_none=True)
    seats = ma.fields.Integer(required=True, metadata={"description": "how many"})
    video_until = ma.fields.Date(
        required=True,
        allow_none=True,
        metadata={"description": "the last day on which its video has to be kept; null: not known"},
    )
    video_clause = ma.fields.String(required=True, allow_none=True)
    entered = ma.fields.Nested(EnteredSchema, required=True, allow_none=True)


class DrawSchema(ma.Schema):
    at = ma.fields.String(required=True)
    root = ma.fields.String(required=True, metadata={"description": "of the checkpoint, in hexadecimal"})
    size = ma.fields.Integer(required=True, metadata={"description": "of the checkpoint"})
    drawn = ma.fields.List(ma.fields.Nested(DrawnHandSchema), required=True)


class ComparedSchema(ma.Schema):
    number = ma.fields.Integer(required=True)
    agrees = ma.fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null: nothing of it could be compared"}
    )
    differences = ma.fields.List(ma.fields.String(), required=True)


class OutcomeSchema(ma.Schema):
    """Hands that could not be compared count as differing."""

    hands = ma.fields.Integer(required=True)
    agreeing = ma.fields.Integer(required=True)
    differing = ma.fields.Integer(required=True)
    not_compared = ma.fields.Integer(required=True)
    bound = ma.fields.Float(
        required=True,
        metadata={"description": "the share of wrong hands is below it, with 95% confidence"},
    )


class ClosingSchema(ma.Schema):
    at = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True)
    results = ma.fields.List(ma.fields.Nested(ComparedSchema), required=True)
    outcome = ma.fields.Nested(OutcomeSchema, required=True)


class SampleItemSchema(ma.Schema):
    """A sample, briefly."""

    id = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True)
    room = ma.fields.String(required=True)
    from_ = ma.fields.Date(data_key="from", required=True)
    until = ma.fields.Date(required=True)
    sessions_sha256 = ma.fields.String(required=True, metadata=_SHA256)
    hands = ma.fields.Integer(required=True, metadata={"description": "that are drawn from"})
    wanted = ma.fields.Integer(required=True, metadata={"description": "that are drawn"})
    entered = ma.fields.Integer(required=True)
    source = ma.fields.String(required=True)
    value = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True)
    outcome = ma.fields.Nested(
        OutcomeSchema, required=True, allow_none=True, metadata={"description": "null: it is not closed"}
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class SampleSchema(SampleItemSchema):
    """A sample with its list, its draw, and how it ended."""

    sessions = ma.fields.List(
        ma.fields.Nested(ListedSessionSchema), required=True, metadata={"description": "in the list's order"}
    )
    draw = ma.fields.Nested(DrawSchema, required=True)
    closing = ma.fields.Nested(ClosingSchema, required=True, allow_none=True)


class SamplePageSchema(ma.Schema):
    samples = ma.fields.List(ma.fields.Nested(SampleItemSchema), required=True)
    pagination = ComponentField("Pagination", required=True)
