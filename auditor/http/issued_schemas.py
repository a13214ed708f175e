"""Schemas of requests about issued reports, and of their answers."""

from __future__ import annotations

import marshmallow as ma
from marshmallow.validate import OneOf

from auditor.http.component_fields import ComponentField
from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, ReportQuery, number, text
from auditor.store.stored_reports import EDITIONS

_SHA256 = {"description": "SHA-256, in hexadecimal"}


class IssueRequest(ReportQuery):
    """Document that is issued."""

    edition = ma.fields.String(
        load_default="full",
        validate=OneOf(EDITIONS),
        metadata={"description": "full, or redacted for the public"},
    )
    by = text("who issues it; without it, the key's holder", load_default=None, allow_none=True)


class IssuedQuery(DaysQuery, PagedQuery):
    """Issued reports by what they are of. Days are gaming days of what was audited."""

    audit = number("the audit")
    room = text("the card room's licence id")
    edition = ma.fields.String(validate=OneOf(EDITIONS), metadata={"description": "full or redacted"})


class IssuedSchema(ma.Schema):
    """A report as it was issued."""

    id = ma.fields.Integer(required=True)
    at = ma.fields.String(required=True, metadata={"description": "when it was issued"})
    audit = ma.fields.Integer(required=True)
    room = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "null: of several rooms"}
    )
    edition = ma.fields.String(required=True, validate=OneOf(EDITIONS))
    exhibits = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "places that are shown in full; null: all"}
    )
    sha256 = ma.fields.String(required=True, metadata=_SHA256)
    made_sha256 = ma.fields.String(
        required=True, metadata={"description": "SHA-256 of the document before it was signed"}
    )
    size = ma.fields.Integer(required=True, metadata={"description": "bytes"})
    signer = ma.fields.Dict(
        required=True,
        allow_none=True,
        metadata={"description": "whose certificate signed it; null: it is not signed"},
    )
    engine = ma.fields.String(
        required=True,
        metadata={"description": "the release that made it, and the beginning of its code"},
    )
    by = ma.fields.String(required=True, allow_none=True)
    key = ma.fields.String(required=True, allow_none=True)
    entry = ma.fields.Integer(required=True, metadata={"description": "of the register, that it was issued"})
    pulls = ma.fields.Integer(required=True, metadata={"description": "how often it was pulled"})
    pulled_at = ma.fields.String(required=True, allow_none=True, metadata={"description": "the last time"})
    purged = ma.fields.Dict(
        required=True, allow_none=True, metadata={"description": "null: its bytes are kept"}
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)


class IssuedPageSchema(ma.Schema):
    """A page of issued reports."""

    reports = ma.fields.List(ma.fields.Nested(IssuedSchema), required=True)
    pagination = ComponentField("Pagination", required=True)
