"""Schemas of requests about samples."""

from __future__ import annotations

import marshmallow as ma
from marshmallow.validate import Length, Range

from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, printable, text
from auditor.http.room_schemas import words
from auditor.sampling import MOST_HANDS

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
