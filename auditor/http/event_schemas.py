"""Schemas of requests about tournaments and ledgers."""

from __future__ import annotations

import marshmallow as ma

from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import text


class EventUploadQuery(ma.Schema):
    """Way in which a file is taken in."""

    dry_run = ma.fields.Boolean(
        load_default=False, metadata={"description": "validate the file and store nothing of it"}
    )


class EventsQuery(PagedQuery):
    """A page of tournaments or ledgers."""

    room = text("the card room's licence id")
    pending = ma.fields.Boolean(
        metadata={
            "description": "true: those that were not audited as they are now, or to which something came in later"
        }
    )
