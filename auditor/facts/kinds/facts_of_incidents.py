"""Kinds of facts about incidents of rooms."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from auditor.facts.recorded_fact import RecordedFact


class AttachedOnRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A file of an answer."""

    sha256: str
    size: int
    media_type: str


class StepOfIncident(RecordedFact, frozen=True, kw_only=True):
    """Base of steps of an incident. parts: words, until they are purged.

    audit: that has the incident as it was then, of which stated_sha256 is the digest. words_sha256: of the words of a step from
    before facts. correction: the log that removed the incident, or has it again.
    """

    BYTES: ClassVar[tuple[str, ...]] = ("files.sha256",)

    number: int
    room: str
    incident: str
    audit: int
    stated_sha256: str
    due: str | None = None
    words_sha256: str | None = None
    files: tuple[AttachedOnRecord, ...] = ()
    correction: int | None = None
    who: str | None = None


class IncidentAnswered(StepOfIncident, frozen=True, kw_only=True, tag="incident.answered"):
    """An incident answered by its room. due: the day by which it was due."""


class IncidentAccepted(StepOfIncident, frozen=True, kw_only=True, tag="incident.accepted"):
    """An answer accepted."""


class IncidentReturned(StepOfIncident, frozen=True, kw_only=True, tag="incident.returned"):
    """An answer returned, a decided incident that has changed since, or one that a later log has again."""


class IncidentClosed(StepOfIncident, frozen=True, kw_only=True, tag="incident.closed"):
    """An incident closed."""
