"""Schemas of requests about gaming days, and the shapes of these resources."""

from __future__ import annotations

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs.fields import DelimitedList

from auditor.http.request_schemas import printable, text

KINDS = ("rake", "hand_fee", "jackpot", "time")
MOST_MONEY = 10**12


class DayAuditQuery(ma.Schema):
    """The logs that must be there."""

    tables = DelimitedList(
        ma.fields.String(validate=[Length(1, 64), printable]),
        metadata={
            "description": "tables that must have a log of the day, such as T1,T2; "
            "left out, those of the newest version; empty, none"
        },
    )


def _amounts(describe: str) -> ma.fields.Dict:
    return ma.fields.Dict(
        keys=ma.fields.String(validate=OneOf(KINDS)),
        values=ma.fields.Integer(strict=True, validate=Range(0, MOST_MONEY)),
        load_default=dict,
        metadata={"description": describe},
    )


class TotalsRequest(ma.Schema):
    """Totals that a room added up for a gaming day; money in minor units. A kind that is absent was not recorded."""

    currency = ma.fields.String(
        required=True, validate=Regexp(r"^[A-Z]{3}\Z"), metadata={"description": "ISO 4217"}
    )
    fees = _amounts("fees by kind")
    drops = _amounts("what was counted in the drop boxes, by kind")
    recorded_by = text("who added them up", load_default=None, allow_none=True)
    recorded_at = text("when", load_default=None, allow_none=True)
    by = text("who puts them on record", load_default=None, allow_none=True)


class TotalsSchema(ma.Schema):
    room = ma.fields.String(required=True)
    day = ma.fields.Date(required=True)
    currency = ma.fields.String(required=True)
    fees = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)
    drops = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)
    recorded_by = ma.fields.String(required=True, allow_none=True)
    recorded_at = ma.fields.String(required=True, allow_none=True)


class DayVersionSchema(ma.Schema):
    """A version of a day's audit."""

    id = ma.fields.Integer(required=True)
    state = ma.fields.String(required=True)
    created_at = ma.fields.String(required=True)
    counts = ma.fields.Dict(required=True, allow_none=True)
    result_sha256 = ma.fields.String(required=True, allow_none=True)
    url = ma.fields.String(required=True)


class DaySchema(ma.Schema):
    """A gaming day of a room."""

    room = ma.fields.String(required=True)
    day = ma.fields.Date(required=True)
    sessions = ma.fields.List(
        ma.fields.Integer(), required=True, metadata={"description": "opened on the day; current versions"}
    )
    audits = ma.fields.List(
        ma.fields.Nested(DayVersionSchema), required=True, metadata={"description": "the newest first"}
    )
    totals = ma.fields.Nested(TotalsSchema, required=True, allow_none=True)
    video_until = ma.fields.Date(
        required=True,
        allow_none=True,
        metadata={
            "description": "the last day on which its video has to be kept; null: no authority of the room sets one"
        },
    )
    video_over = ma.fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "whether that day is over, so that the video may be gone"},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)
