"""Tournaments and ledgers as the API shows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from msgspec import UNSET, UnsetType

from auditor.http.answer_structs import Links, Resource, means, shown
from auditor.http.resources import event_url, versions
from auditor.store.stored_event_files import EventFileRecord
from rules.shown_events import EventFacts


class EventResource(Resource, frozen=True, kw_only=True):
    """A version of a tournament's file, or of a ledger."""

    id: int
    room: str
    tournament: Annotated[str | UnsetType, means("of a tournament: its id within the room")] = UNSET
    ledger: Annotated[str | UnsetType, means("of a ledger: its id within the room")] = UNSET
    title: str | None
    currency: str
    day: Annotated[str | None, means("the gaming day on which it begins; null: not recorded")]
    ruleset: Annotated[str | None, means("that the file names; null: of a ledger, each account has one")]
    sha256: Annotated[str, means("of the bytes as they were received")]
    content_sha256: Annotated[str, means("without gzip")]
    bytes: int
    media_type: str
    filename: str | None
    received_at: str
    key: Annotated[str | None, means("that it came with")]
    supersedes: Annotated[int | None, means("the version that it corrects")]
    superseded_by: int | None
    pending: Annotated[bool, means("it was not audited as it is now, or something came in later")]
    sessions: Annotated[list[int], means("the sessions on record whose logs name the tournament")]
    facts: Annotated[EventFacts, means("what the file says of itself")]
    links: Links
    already_stored: Annotated[bool | UnsetType, means("of an upload: the file was here before")] = UNSET


class EventDryRunResource(Resource, frozen=True):
    """Result of a dry run of a file."""

    dry_run: bool
    already_stored: bool
    id: Annotated[int | None, means("null: it is not on record")]
    facts: EventFacts


def event_resource(
    file: EventFileRecord, sessions: Sequence[int] = (), already_stored: bool | UnsetType = UNSET
) -> EventResource:
    """A tournament or a ledger. sessions: whose logs belong to it. already_stored: of an upload."""
    url = event_url(file.kind, file.id)
    links = {"self": url, "file": f"{url}/file", "audit": f"{url}/audit"}
    named = {file.kind: file.name}
    return shown(
        EventResource,
        file,
        **named,
        title=file.facts.title,
        ruleset=file.facts.ruleset,
        bytes=file.size,
        sessions=list(sessions),
        links=links | versions(file, partial(event_url, file.kind)),
        already_stored=already_stored,
    )
