"""Kinds of facts about issued reports, samples of hands, and screening."""

from __future__ import annotations

from typing import Any, ClassVar

from auditor.facts.recorded_fact import RecordedFact


class ReportIssued(RecordedFact, frozen=True, kw_only=True, tag="report.issued"):
    """A document issued. made_sha256: before it was signed. exhibits: drawn places; None: all."""

    BYTES: ClassVar[tuple[str, ...]] = ("sha256",)

    number: int
    audit: int
    edition: str
    exhibits: int | None = None
    made_sha256: str
    sha256: str
    size: int
    signer: dict[str, Any] | None = None
    engine: str
    who: str | None = None


class ReportPulled(RecordedFact, frozen=True, kw_only=True, tag="report.pulled"):
    """A report given to somebody."""

    number: int
    report: int
    what: str
    who: str | None = None


class SampleCommitted(RecordedFact, frozen=True, kw_only=True, tag="sample.committed"):
    """A public value, and the hands that are drawn from. list_sha256: of the list of sessions, as it is kept."""

    number: int
    room: str
    first_day: str
    last_day: str
    sessions_sha256: str
    list_sha256: str
    hands: int
    wanted: int
    source: str
    value: str
    who: str | None = None


class SampleDrawn(RecordedFact, frozen=True, kw_only=True, tag="sample.drawn"):
    """Hands drawn by the root of the first checkpoint that covers the sample."""

    sample: int
    root: str
    size: int
    drawn: list[Any]


class SampleHandEntered(RecordedFact, frozen=True, kw_only=True, tag="sample.hand_entered"):
    """A hand entered from its video. parts: seen, which is what was seen, or why nothing was."""

    number: int
    sample: int
    hand: int  # its place in the draw
    who: str | None = None


class SampleCompared(RecordedFact, frozen=True, kw_only=True, tag="sample.closed"):
    """A sample compared with the record. results_sha256: of the comparison."""

    sample: int
    results_sha256: str
    who: str | None = None


class ScreeningListed(RecordedFact, frozen=True, kw_only=True, tag="screening.listed"):
    """A room's list of a night. as_of: the last entry that counted. sha256, size: of the list, not compressed."""

    number: int
    room: str
    as_of: int
    results: int
    alarms: int
    sha256: str
    size: int


class ScreeningClosed(RecordedFact, frozen=True, kw_only=True, tag="screening.closed"):
    """An alarm closed. parts: words, which are its unit and the reason."""

    number: int
    room: str
    result: str
    indicator: str
    year: int
    log10_e: str
    as_of: int
    who: str | None = None
