"""Schemas of requests about proposed terms of rooms."""

from __future__ import annotations

import marshmallow as ma

from auditor.http.request_schemas import text
from auditor.http.room_schemas import StepRequest, words


class ApproveTermsRequest(StepRequest):
    """The authority's approval of terms."""

    reference = text("of the authority's letter", 200, required=True)


class RefuseTermsRequest(ma.Schema):
    """The authority's refusal of terms."""

    by = text("who refused them; required without a key, else the key's holder by default")
    reference = text("of the authority's letter", 200, required=True)
    reason = words("why they were refused", required=True)
