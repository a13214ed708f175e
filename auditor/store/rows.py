"""What the store gives back: plain values, one class a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from rules.results import LogFacts

Outcome = Literal["session", "conflict", "refused"]
State = Literal["queued", "running", "finished", "failed"]
STATES: tuple[State, ...] = ("queued", "running", "finished", "failed")


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """Bytes that came in, without the bytes."""

    sha256: str
    content_sha256: str | None
    size: int
    media_type: str
    filename: str | None
    received_at: str
    outcome: Outcome
    message: str | None
    problems: list[dict[str, Any]]
    problem_count: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One version of a table session."""

    id: int
    room: str
    session: str
    table: str
    currency: str
    day: str
    hands: int
    ruleset: str | None
    evidence: str
    content_sha256: str
    supersedes: int | None
    superseded_by: int | None
    received_at: str
    facts: LogFacts
    bytes: int
    media_type: str
    pending: bool


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """An audit that was asked for, and how far it is."""

    id: int
    state: State
    request: dict[str, Any]
    ruleset: str | None
    skipped: list[dict[str, Any]]
    owner: str | None
    attempts: int
    created_at: str
    started_at: str | None
    finished_at: str | None
    hands_total: int
    hands_done: int
    error: str | None
    summary: dict[str, Any] | None
    counts: dict[str, Any] | None
    result_sha256: str | None
    request_sha256: str
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewAudit:
    """An audit to put into the queue."""

    request: dict[str, Any]
    request_sha256: str
    ruleset: str | None
    skipped: list[dict[str, Any]]
    idempotency_key: str | None
    created_at: str
    sessions: tuple[SessionRecord, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Sessions by where and when they were played; a field of None selects nothing out."""

    room: str | None = None
    table: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    pending: bool | None = None
    current: bool | None = None  # True: not superseded
    ids: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Findings of an audit; an empty field selects nothing out."""

    codes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    hand: int | None = None
    session: int | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list: ``number`` counts from 1."""

    number: int = 1
    size: int = 100

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


def encoded(value: Any) -> str:
    """A value as JSON text for a column."""
    return msgspec.json.encode(value).decode()
