"""Schemas of requests about tournaments and ledgers, and of their answers."""

from __future__ import annotations

import marshmallow as ma

from auditor.http.component_fields import ComponentField
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


class EventSchema(ma.Schema):
    """A version of a tournament's file, or of a ledger."""

    id = ma.fields.Integer(required=True)
    room = ma.fields.String(required=True)
    tournament = ma.fields.String(metadata={"description": "of a tournament: its id within the room"})
    ledger = ma.fields.String(metadata={"description": "of a ledger: its id within the room"})
    title = ma.fields.String(required=True, allow_none=True)
    currency = ma.fields.String(required=True)
    day = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the gaming day on which it begins; null: not recorded"},
    )
    ruleset = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "that the file names; null: of a ledger, each account has one"},
    )
    sha256 = ma.fields.String(required=True, metadata={"description": "of the bytes as they were received"})
    content_sha256 = ma.fields.String(required=True, metadata={"description": "without gzip"})
    bytes = ma.fields.Integer(required=True)
    media_type = ma.fields.String(required=True)
    filename = ma.fields.String(required=True, allow_none=True)
    received_at = ma.fields.String(required=True)
    key = ma.fields.String(required=True, allow_none=True, metadata={"description": "that it came with"})
    supersedes = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "the version that it corrects"}
    )
    superseded_by = ma.fields.Integer(required=True, allow_none=True)
    pending = ma.fields.Boolean(
        required=True, metadata={"description": "it was not audited as it is now, or something came in later"}
    )
    sessions = ma.fields.List(
        ma.fields.Integer(),
        required=True,
        metadata={"description": "the sessions on record whose logs name the tournament"},
    )
    facts = ComponentField(
        "EventFacts", required=True, metadata={"description": "what the file says of itself"}
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), required=True)
    already_stored = ma.fields.Boolean(metadata={"description": "of an upload: the file was here before"})


class EventDryRunSchema(ma.Schema):
    """Result of a dry run of a file."""

    dry_run = ma.fields.Boolean(required=True)
    already_stored = ma.fields.Boolean(required=True)
    id = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "null: it is not on record"}
    )
    facts = ComponentField("EventFacts", required=True)


class TournamentPageSchema(ma.Schema):
    """A page of tournaments."""

    tournaments = ma.fields.List(ma.fields.Nested(EventSchema), required=True)
    pagination = ComponentField("Pagination", required=True)


class LedgerPageSchema(ma.Schema):
    """A page of ledgers."""

    ledgers = ma.fields.List(ma.fields.Nested(EventSchema), required=True)
    pagination = ComponentField("Pagination", required=True)
