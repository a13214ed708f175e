"""Requests about gaming days, and these as the API answers with them."""

from __future__ import annotations

from typing import Annotated, Any

import marshmallow as ma
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs.fields import DelimitedList

from auditor.http.answer_structs import Day, Links, Resource, means
from auditor.http.request_schemas import printable, text
from auditor.http.resources import VideoOver

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


class TotalsResource(Resource, frozen=True):
    """Totals that a room added up for a gaming day, in minor units by kind."""

    room: str
    day: Day
    currency: str
    fees: dict[str, int]
    drops: dict[str, int]
    recorded_by: str | None
    recorded_at: str | None


class DayVersionResource(Resource, frozen=True):
    """A version of a day's audit."""

    id: int
    state: str
    created_at: str
    counts: dict[str, Any] | None
    result_sha256: str | None
    url: str


class DayResource(Resource, frozen=True):
    """A gaming day of a room."""

    room: str
    day: Day
    sessions: Annotated[list[int], means("opened on the day; current versions")]
    audits: Annotated[list[DayVersionResource], means("the newest first")]
    totals: TotalsResource | None
    video_until: Annotated[
        Day | None,
        means("the last day on which its video has to be kept; null: no authority of the room sets one"),
    ]
    video_over: VideoOver
    links: Links
