"""Requests about legal holds, and holds as the API answers with them."""

from __future__ import annotations

from typing import Annotated

import marshmallow as ma
from msgspec import field

from auditor.http.answer_structs import Day, DoneWith, Links, Resource, means
from auditor.http.paging import PagedQuery
from auditor.http.request_schemas import DaysQuery, text
from auditor.http.room_schemas import words


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


class LiftResource(Resource, frozen=True):
    """End of a hold."""

    at: str
    reason: str
    by: str | None
    key: DoneWith


class HoldResource(Resource, frozen=True):
    """A hold: what it covers is not purged until it is lifted. Days are gaming days, both included."""

    id: int
    at: str
    room: str
    session: Annotated[str | None, means("null: all of them")]
    from_: Day | None = field(name="from")
    until: Day | None
    reason: str
    by: str | None
    key: DoneWith
    lifted: Annotated[LiftResource | None, means("null: it is in force")]
    links: Links
