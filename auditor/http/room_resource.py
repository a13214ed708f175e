"""Rooms, their terms and the steps on record, as the API shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from msgspec import UNSET, Meta, UnsetType, field

from auditor.http.answer_structs import Day, DoneWith, Links, Resource, means, reference, shown, shown_or_none
from auditor.http.context import service
from auditor.registry import RegistryAtChange
from auditor.room_terms import PROPOSED
from auditor.store.rows import FiledChange, RoomRecord, TermsProposal
from rules.controls.ruleset import Ruleset

_EXPECTED = {"anyOf": [reference("LogsExpected"), {"type": "null"}]}  # as requests state it
Authority = Annotated[str | None, means("by its id")]
LogsExpected = Annotated[Any, Meta(description="null: none", extra_json_schema=_EXPECTED)]


class TermsResource(Resource, frozen=True):
    """Terms of a room from a day on. None: not on record."""

    from_: Day | None = field(name="from")
    licence_class: str | None
    tables: int | None
    time_zone: str
    gaming_day_begins: str
    fees: str | None
    fiscal_year_ends: str | None
    authority: Authority
    logs_expected: LogsExpected


class InForceResource(Resource, frozen=True):
    """A revision in force on days, both included."""

    ruleset: str
    revision: int
    title: str
    digest: str
    from_: Day | None = field(name="from")
    until: Annotated[Day | None, means("null: until it is superseded")]
    links: Links


class RoomResource(Resource, frozen=True):
    """A card room: its newest terms, all by day, and its controls by day."""

    id: str
    from_: Day | None = field(name="from")
    licence_class: str | None
    tables: int | None
    time_zone: str
    gaming_day_begins: str
    fees: str | None
    fiscal_year_ends: str | None
    authority: Authority
    logs_expected: LogsExpected
    terms: list[TermsResource]
    controls: list[InForceResource]
    unreadable: Annotated[str | None, means("why the approved controls cannot be read; null: they can")]
    links: Links


class TermsDifferenceResource(Resource, frozen=True):
    """A term that holds on a proposal's first day, and the proposed one."""

    now: Any
    proposed: Any


class TermsDecisionResource(Resource, frozen=True):
    """Decision on proposed terms. change: that put approved ones on record."""

    standing: Annotated[str, means("approved, refused, withdrawn")]
    at: str
    reference: str | None
    note: str | None
    change: int | None
    by: str | None
    key: DoneWith


class TermsProposalResource(Resource, frozen=True):
    """Terms of a room from a day on, which its authority decides."""

    id: int
    room: str
    standing: Annotated[str, means("proposed, approved, refused, withdrawn")]
    at: str
    by: str | None
    key: DoneWith
    terms: TermsResource
    differs: Annotated[
        dict[str, TermsDifferenceResource],
        means("what differs from the terms that hold on the first day now, by name"),
    ]
    decision: Annotated[TermsDecisionResource | None, means("null: it awaits one")]
    links: Links


class TermsProposalsResource(Resource, frozen=True):
    """Everything that was proposed as terms of a room."""

    proposals: list[TermsProposalResource]


class ChangeResource(Resource, frozen=True, kw_only=True):
    """A step that was taken. id: a moment of knowledge."""

    id: int
    at: str
    action: str
    ruleset: Annotated[str | UnsetType, means("of a step for controls")] = UNSET
    revision: Annotated[int | UnsetType, means("of a step for controls")] = UNSET
    by: str | None
    reference: str | None
    note: str | None
    details: dict[str, Any]
    key: DoneWith


class HistoryResource(Resource, frozen=True):
    """Steps in their order."""

    history: list[ChangeResource]


def room_url(room: str) -> str:
    """Address of a room."""
    return f"/v1/rooms/{quote(room, safe='')}"


def controls_url(room: str, ruleset: str, revision: int) -> str:
    """Address of a revision of a room's controls."""
    return f"{room_url(room)}/controls/{ruleset}/{revision}"


def proposal_url(proposal: TermsProposal) -> str:
    """Address of proposed terms."""
    return f"{room_url(proposal.room)}/terms/{proposal.id}"


def room_resource(record: RoomRecord, snapshot: RegistryAtChange) -> RoomResource:
    """A room with links to what belongs to it."""
    url = room_url(record.id)
    room = snapshot.rooms.get(record.id)
    rulesets = [snapshot.library.choice(ruleset) for ruleset in room.controls] if room else []
    terms = [_terms(each) for each in record.terms]
    return shown(
        RoomResource,
        terms[-1],
        id=record.id,
        terms=terms,
        controls=[_in_force(record.id, each) for choice in rulesets for each in choice.revisions],
        unreadable=snapshot.unreadable.get(record.id),
        links={
            "self": url,
            "controls": f"{url}/controls",
            "day": f"{url}/days/{{date}}",
            "incidents": f"{url}/incidents",
            "history": f"{url}/history",
            "terms": f"{url}/terms",
            "template": f"{url}/template.xlsx",
            "sessions": f"/v1/sessions?room={url.rpartition('/')[2]}",
        },
    )


def proposal_resource(proposal: TermsProposal) -> TermsProposalResource:
    """Proposed terms with their decision, if there is one."""
    decision, url = proposal.decision, proposal_url(proposal)
    return shown(
        TermsProposalResource,
        proposal,
        standing=decision.standing if decision is not None else PROPOSED,
        terms=_terms(proposal.terms),
        differs=service().room_terms.differences(proposal),
        decision=shown_or_none(TermsDecisionResource, decision),
        links={"self": url, **{each: f"{url}/{each}" for each in ("approve", "refuse", "withdraw")}},
    )


def history_resource(changes: list[FiledChange]) -> HistoryResource:
    """Steps in their order."""
    return HistoryResource([change_resource(each) for each in changes])


def change_resource(change: FiledChange) -> ChangeResource:
    """A step that was taken."""
    controls = {} if change.ruleset else {"ruleset": UNSET, "revision": UNSET}
    return shown(ChangeResource, change, **controls)


def _terms(terms: Mapping[str, Any]) -> TermsResource:
    """Terms as on record: older ones do not name all."""
    named = {each: "from" if each == "from_" else each for each in TermsResource.__struct_fields__}
    members: dict[str, Any] = {each: terms.get(name) for each, name in named.items()}
    return TermsResource(**members)


def _in_force(room: str, revision: Ruleset) -> InForceResource:
    days = revision.in_force
    return shown(
        InForceResource,
        revision,
        ruleset=revision.id,
        from_=days.get("from"),
        until=days.get("until"),
        links={
            "self": controls_url(room, revision.id, revision.revision),
            "ruleset": f"/v1/rulesets/{revision.id}/{revision.revision}",
        },
    )
