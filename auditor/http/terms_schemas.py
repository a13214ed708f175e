"""Schemas of requests about proposed terms of rooms, and the shape of a proposal."""

from __future__ import annotations

import marshmallow as ma

from auditor.http.request_schemas import text
from auditor.http.room_schemas import StepRequest, TermsSchema, words

_KEY = {"description": "the key that it was done with, by its id"}


class ApproveTermsRequest(StepRequest):
    """The authority's approval of terms."""

    reference = text("of the authority's letter", 200, required=True)


class RefuseTermsRequest(ma.Schema):
    """The authority's refusal of terms."""

    by = text("who refused them; required without a key, else the key's holder by default")
    reference = text("of the authority's letter", 200, required=True)
    reason = words("why they were refused", required=True)


class TermsDifferenceSchema(ma.Schema):
    """Terms that hold on the first day of a proposal, and those that would."""

    now = ma.fields.Raw(required=True, allow_none=True)
    proposed = ma.fields.Raw(required=True, allow_none=True)


class TermsDecisionSchema(ma.Schema):
    """Decision on proposed terms. `change` put approved ones on record."""

    standing = ma.fields.String(required=True, metadata={"description": "approved, refused, withdrawn"})
    at = ma.fields.String(required=True)
    reference = ma.fields.String(required=True, allow_none=True)
    note = ma.fields.String(required=True, allow_none=True)
    change = ma.fields.Integer(required=True, allow_none=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True, metadata=_KEY)


class TermsProposalSchema(ma.Schema):
    """Terms of a room from a day on, which its authority decides."""

    id = ma.fields.Integer(required=True)
    room = ma.fields.String(required=True)
    standing = ma.fields.String(
        required=True, metadata={"description": "proposed, approved, refused, withdrawn"}
    )
    at = ma.fields.String(required=True)
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True, metadata=_KEY)
    terms = ma.fields.Nested(TermsSchema, required=True)
    differs = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.Nested(TermsDifferenceSchema),
        required=True,
        metadata={"description": "what differs from the terms that hold on the first day now, by name"},
    )
    decision = ma.fields.Nested(
        TermsDecisionSchema,
        required=True,
        allow_none=True,
        metadata={"description": "null: it awaits one"},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class TermsProposalsSchema(ma.Schema):
    proposals = ma.fields.List(ma.fields.Nested(TermsProposalSchema), required=True)
