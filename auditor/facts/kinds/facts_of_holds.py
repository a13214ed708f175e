"""Kinds of facts about holds, purges and bytes that were put back."""

from __future__ import annotations

from typing import ClassVar

from auditor.facts.recorded_fact import RecordedFact


class HoldMade(RecordedFact, frozen=True, kw_only=True, tag="hold.made"):
    """A legal hold. session, first_day, last_day: None for all."""

    number: int
    room: str
    session: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    reason: str
    who: str | None = None


class HoldLiftedOnRecord(RecordedFact, frozen=True, kw_only=True, tag="hold.lifted"):
    """A legal hold lifted. number: the hold's."""

    number: int
    reason: str
    who: str | None = None


class _Purge(RecordedFact, frozen=True, kw_only=True):
    number: int
    of: str  # the digest of a file, the number of an audit
    sha256: str
    size: int
    room: str | None = None
    session: str | None = None
    first_day: str | None = None
    last_day: str
    year_ends: str
    years: int
    kept_until: str
    parameter: str
    clause: str
    who: str


class EvidencePurgedOnRecord(_Purge, frozen=True, kw_only=True, tag="evidence.purged"):
    """The bytes of a file removed after their time, with what was read in them."""


class ResultPurgedOnRecord(_Purge, frozen=True, kw_only=True, tag="result.purged"):
    """The findings and incidents of an audit removed after the bytes of its logs."""


class UploadReturned(RecordedFact, frozen=True, kw_only=True, tag="upload.returned"):
    """A purged file sent again, and not kept."""

    number: int
    sha256: str


class StoreErased(RecordedFact, frozen=True, kw_only=True, tag="store.erased"):
    """The store's file made anew without what was purged up to a purge."""

    number: int
    purge: int


class BlobRepaired(RecordedFact, frozen=True, kw_only=True, tag="blob.repaired"):
    """Damaged bytes put back. subject: the table that has them; found: what was in their place."""

    BYTES: ClassVar[tuple[str, ...]] = ("sha256",)

    number: int
    subject: str
    sha256: str
    found_sha256: str
    found_size: int
    who: str | None = None
