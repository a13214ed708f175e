"""Kinds of facts about logs, files of events and originals as they were received."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from auditor.facts.recorded_fact import FirstReceived, KeptFile, RecordedFact


class KeyedAlterations(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Alterations of a keyed session after somebody saw what was due. altered: hands; removed: digests of removed hands."""

    altered: tuple[int, ...] = ()
    removed: tuple[str, ...] = ()


class UploadAccepted(RecordedFact, frozen=True, kw_only=True, tag="upload.accepted"):
    """A log kept as a session. facts_sha256: of what was read in it. first: where the same bytes had come before."""

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    number: int
    room: str
    session: str
    table: str
    currency: str
    day: str
    opened_at: str
    closed_at: str | None = None
    hands: int
    ruleset: str | None = None
    supersedes: int | None = None
    file: KeptFile
    content_sha256: str
    facts_sha256: str
    first: FirstReceived | None = None
    keyed: KeyedAlterations | None = None


class UploadRepeated(RecordedFact, frozen=True, kw_only=True, tag="upload.repeated"):
    """Other bytes of a log that is a session already, such as a compressed file. number: the session's."""

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    number: int
    file: KeptFile
    content_sha256: str
    first: FirstReceived | None = None


class UploadRefused(RecordedFact, frozen=True, kw_only=True, tag="upload.refused"):
    """A file kept that is no log, or conflicts with one. parts: problems, until they are purged."""

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    file: KeptFile
    outcome: Literal["refused", "conflict"]
    content_sha256: str | None = None
    problem_count: int = 0


class EventFileAccepted(RecordedFact, frozen=True, kw_only=True, tag="event.accepted"):
    """A file of a tournament or a ledger. facts_sha256: of what was read in it."""

    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    number: int
    event: Literal["tournament", "ledger"]
    room: str
    name: str
    currency: str
    day: str | None = None
    file: KeptFile
    content_sha256: str
    supersedes: int | None = None
    facts_sha256: str


class DerivedOnRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A log made of an original, and what became of it. number: of the session that it is."""

    room: str
    session: str
    table: str
    sha256: str
    outcome: str
    number: int | None = None
    message: str | None = None


class _Import(RecordedFact, frozen=True, kw_only=True):
    BYTES: ClassVar[tuple[str, ...]] = ("file.sha256",)

    number: int  # of the import
    original: int
    room: str | None = None  # that the original names
    file: KeptFile
    importer: str | None = None
    version: str | None = None
    problem_count: int
    refusals: int
    logs: tuple[DerivedOnRecord, ...] = ()
    options: Any = None
    first: FirstReceived | None = None


class OriginalAccepted(_Import, frozen=True, kw_only=True, tag="original.accepted"):
    """An original of which a log became a session. parts: problems."""


class OriginalRefused(_Import, frozen=True, kw_only=True, tag="original.refused"):
    """An original of which no log became a session. parts: problems."""
