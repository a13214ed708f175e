"""Kinds of facts about audits and what they found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from auditor.facts.recorded_fact import RecordedFact


class AskedLog(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A log of an audit, in the audit's order. what_if: under a ruleset other than its own."""

    session: int
    evidence: str
    what_if: bool = False


class AuditAsked(RecordedFact, frozen=True, kw_only=True, tag="audit.asked"):
    """An audit asked for. knowledge: what it rests on. of: the audit that it does again. open: of a service without keys."""

    number: int
    request: dict[str, Any]
    request_sha256: str
    ruleset: str | None = None
    skipped: list[dict[str, Any]] = field(default_factory=list)
    idempotency_key: str | None = None
    hands_total: int
    knowledge: dict[str, Any] | None = None
    of: int | None = None
    room: str | None = None
    day: str | None = None
    event: int | None = None
    open: bool = False
    logs: tuple[AskedLog, ...] = ()


class SessionResultOnRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Digests of what an audit keeps of a session for a basis, to be used again."""

    session: int
    basis: str
    result_sha256: str
    summary_sha256: str


class NewIncidentOnRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An incident of a room that an audit found first. position: among the audit's incidents."""

    position: int
    incident: str
    room: str
    session: str | None = None
    day: str
    code: str
    clause: str
    event: str | None = None


class StatisticsOnRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Statistics of a session for the screening of its room. sha256, size: of their bytes."""

    number: int
    session: int
    day: str
    sha256: str
    size: int


class SumsOnRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Sums of statistics, by the number of these, in a version of the sums. sha256, size: of their bytes."""

    number: int
    statistics: int
    version: int
    sha256: str
    size: int


class AuditFinished(RecordedFact, frozen=True, kw_only=True, tag="audit.finished"):
    """A finished audit. finish: its place among the finished. counts: None of engines that counted nothing. code, judgement: of
    the engine that made the result. root: of the document of the result; None without one.

    sums: of the statistics; of an adopted audit also those that were made later.
    """

    number: int
    finish: int | None = None
    attempts: int
    counts: dict[str, Any] | None = None
    result_sha256: str | None = None
    summary_sha256: str
    root: str | None = None
    code: str | None = None
    judgement: int | None = None
    sessions: tuple[SessionResultOnRecord, ...] = ()
    new_incidents: tuple[NewIncidentOnRecord, ...] = ()
    statistics: tuple[StatisticsOnRecord, ...] = ()
    sums: tuple[SumsOnRecord, ...] = ()


class StatisticsSummed(RecordedFact, frozen=True, kw_only=True, tag="screening.summed"):
    """Sums made of statistics that had none."""

    sums: tuple[SumsOnRecord, ...]


class AuditFailedOnRecord(RecordedFact, frozen=True, kw_only=True, tag="audit.failed"):
    """A failed audit."""

    number: int
    attempts: int
    error: str
