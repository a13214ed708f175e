"""Schemas of requests about legal holds, and the shapes of a hold and a purge."""

from __future__ import annotations

import marshmallow as ma

from auditor.http.paging import PagedQuery, PaginationSchema
from auditor.http.request_schemas import DaysQuery, text
from auditor.http.room_schemas import words

_KEY = {"description": "the key that it was done with, by its id"}


class HoldsQuery(PagedQuery):
    """Holds by room, and whether they were lifted."""

    room = text("the card room's licence id")
    lifted = ma.fields.Boolean(
        metadata={"description": "true: those that were lifted; false: those in force"}
    )


class HoldRequest(DaysQuery):
    """Subject of a hold: a room, or one of its sessions, or what it played on some gaming days; and why."""

    room = text("the card room's licence id", required=True)
    session = text("a session as the room's logs name it; left out: all of them")
    reason = words("why, such as the number of a case", required=True)
    by = text("who holds it; without it, the key's holder", load_default=None, allow_none=True)


class LiftRequest(ma.Schema):
    """Reason for which a hold ends."""

    reason = words("why it is lifted", required=True)
    by = text("who lifts it; without it, the key's holder", load_default=None, allow_none=True)


class LiftSchema(ma.Schema):
    at = ma.fields.String(required=True)
    reason = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True, metadata=_KEY)


class HoldSchema(ma.Schema):
    """A hold: what it covers is not purged until it is lifted. Days are gaming days, both included."""

    id = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True)
    room = ma.fields.String(required=True)
    session = ma.fields.String(required=True, allow_none=True, metadata={"description": "null: all of them"})
    from_ = ma.fields.Date(data_key="from", required=True, allow_none=True)
    until = ma.fields.Date(required=True, allow_none=True)
    reason = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True, metadata=_KEY)
    lifted = ma.fields.Nested(
        LiftSchema, required=True, allow_none=True, metadata={"description": "null: it is in force"}
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class HoldPageSchema(ma.Schema):
    holds = ma.fields.List(ma.fields.Nested(HoldSchema), required=True)
    pagination = ma.fields.Nested(PaginationSchema, required=True)
