"""Kinds of facts about rooms, their terms and their controls."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct, field

from auditor.facts.recorded_fact import KeptFile, RecordedFact


class _OfRoom(RecordedFact, frozen=True, kw_only=True):
    number: int  # of the change, by which a moment is named
    room: str
    who: str | None = None
    reference: str | None = None
    note: str | None = None


class MovedSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A session, by its number, and its gaming day under a room's new terms."""

    session: int
    day: str


class RoomTermsSet(_OfRoom, frozen=True, kw_only=True, tag="room.terms"):
    """Terms of a room, all of them. days: its sessions that have another gaming day under them."""

    terms: list[dict[str, Any]]
    proposal: int | None = None
    days: tuple[MovedSession, ...] = ()


class DayTotalsStated(_OfRoom, frozen=True, kw_only=True, tag="room.totals"):
    """Totals that a room states of a gaming day."""

    day: str
    totals: dict[str, Any]


class _OfControls(_OfRoom, frozen=True, kw_only=True):
    ruleset: str
    revision: int


class ControlsDrafted(_OfControls, frozen=True, kw_only=True, tag="controls.draft"):
    """A draft of controls filed. digest: of the resolved form; title, starts: as the file has them. title: None in drafts from
    before facts that another one replaced.
    """

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    file: KeptFile
    digest: str | None = None
    starts: str | None = None
    title: str | None = None


class ControlsDocumented(_OfControls, frozen=True, kw_only=True, tag="controls.document"):
    """A document filed from which controls are taken."""

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    file: KeptFile


class ControlsSubmitted(_OfControls, frozen=True, kw_only=True, tag="controls.submitted"):
    """Controls submitted to the authority."""


class ControlsWithdrawn(_OfControls, frozen=True, kw_only=True, tag="controls.withdrawn"):
    """Submitted controls taken back as a draft."""


class ControlsApproved(_OfControls, frozen=True, kw_only=True, tag="controls.approved"):
    """Controls approved. special: references of approvals by name, by parameter."""

    BYTES: ClassVar[tuple[str, ...]] = ("source", "document")

    digest: str
    source: str
    document: str | None = None
    special: dict[str, str] = field(default_factory=dict)


class ControlsDenied(_OfControls, frozen=True, kw_only=True, tag="controls.denied"):
    """Controls denied."""


class ControlsDiscarded(_OfControls, frozen=True, kw_only=True, tag="controls.discarded"):
    """A draft of controls removed; its number is free again."""

    BYTES: ClassVar[tuple[str, ...]] = ("source", "document")

    source: str
    document: str | None = None


class TermsProposed(RecordedFact, frozen=True, kw_only=True, tag="terms.proposed"):
    """Terms of a room proposed to its authority."""

    number: int
    room: str
    terms: dict[str, Any]
    who: str | None = None


class _TermsDecided(RecordedFact, frozen=True, kw_only=True):
    number: int  # of the proposal
    room: str
    who: str | None = None
    note: str | None = None


class TermsApproved(_TermsDecided, frozen=True, kw_only=True, tag="terms.approved"):
    """Proposed terms approved. change: the number of the room's new terms."""

    reference: str
    change: int


class TermsRefused(_TermsDecided, frozen=True, kw_only=True, tag="terms.refused"):
    """Proposed terms refused."""

    reference: str


class TermsWithdrawn(_TermsDecided, frozen=True, kw_only=True, tag="terms.withdrawn"):
    """Proposed terms withdrawn by their room."""
