"""Requests about issued reports, and these as the API answers with them."""

from __future__ import annotations

from typing import Annotated, Any

import marshmallow as ma
from marshmallow.validate import OneOf

from auditor.http.answer_structs import Links, Resource, means
from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, ReportQuery, number, text
from auditor.http.resources import PurgedResource
from auditor.store.stored_reports import EDITIONS, Edition


class IssueRequest(ReportQuery):
    """Document that is issued."""

    edition = ma.fields.String(
        load_default="full",
        validate=OneOf(EDITIONS),
        metadata={
            "description": "full; screened: full, with the annex of screening; redacted: for the public"
        },
    )
    by = text("who issues it; without it, the key's holder", load_default=None, allow_none=True)


class IssuedQuery(DaysQuery, PagedQuery):
    """Issued reports by what they are of. Days are gaming days of what was audited."""

    audit = number("the audit")
    room = text("the card room's licence id")
    edition = ma.fields.String(
        validate=OneOf(EDITIONS), metadata={"description": "full, screened or redacted"}
    )


class IssuedResource(Resource, frozen=True):
    """A report as it was issued."""

    id: int
    at: Annotated[str, means("when it was issued")]
    audit: int
    room: Annotated[str | None, means("null: of several rooms")]
    edition: Edition
    exhibits: Annotated[int | None, means("places that are shown in full; null: all")]
    made_sha256: Annotated[str, means("SHA-256 of the document before it was signed")]
    sha256: Annotated[str, means("SHA-256, in hexadecimal")]
    size: Annotated[int, means("bytes")]
    signer: Annotated[dict[str, Any] | None, means("whose certificate signed it; null: it is not signed")]
    engine: Annotated[str, means("the release that made it, and the beginning of its code")]
    by: str | None
    key: str | None
    entry: Annotated[int, means("of the register, that it was issued")]
    pulls: Annotated[int, means("how often it was pulled")]
    pulled_at: Annotated[str | None, means("the last time")]
    purged: Annotated[PurgedResource | None, means("null: its bytes are kept")]
    links: Links
