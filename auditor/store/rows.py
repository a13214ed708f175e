"""Values that the store returns, a class for each table."""

from __future__ import annotations

import hashlib
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from rules.checks.day.session_summary import DayTotals, Numbered
from rules.controls.retention_years import Ground
from rules.results import LogFacts, SkippedSession

Outcome = Literal["session", "conflict", "refused"]
State = Literal["queued", "running", "finished", "failed"]
STATES: tuple[State, ...] = ("queued", "running", "finished", "failed")


class Purged(Struct, frozen=True):
    """Purge of something. ``size``: bytes; of an audit, findings and incidents.

    day: gaming day from which the time counts; year_ends: last day of its fiscal year. parameter: source of the years, cited as
    ``clause``.
    """

    id: int
    at: str
    by: str
    sha256: str
    size: int
    day: str
    year_ends: str
    years: int
    kept_until: str
    parameter: str
    clause: str

    def words(self, what: str) -> str:
        """Sentence about a purged thing."""
        return (
            f"{what} was purged on {self.at[:10]} by {self.by} under {self.parameter} ({self.clause}): it was kept until "
            f"{self.kept_until}, {self.years} year{'s' * (self.years != 1)} from the end of the fiscal year on "
            f"{self.year_ends}. On record are its SHA-256, {self.sha256}, and purge {self.id}."
        )


class Purgeable(Struct, frozen=True):
    """Files purged together, each with digest and bytes. room, session, first_day: None where unknown."""

    files: tuple[tuple[str, int], ...]
    room: str | None
    session: str | None
    first_day: str | None
    last_day: str
    ground: Ground


class NewHold(Struct, frozen=True):
    """A hold to record. session: by the room's name. None restricts nothing."""

    room: str
    session: str | None
    first_day: str | None
    last_day: str | None
    reason: str
    by: str | None


class Lift(Struct, frozen=True):
    """End of a hold."""

    at: str
    reason: str
    by: str | None
    key: str | None


class HoldRecord(Struct, frozen=True):
    """A hold, until it is lifted. Gaming days are both included."""

    id: int
    at: str
    room: str
    session: str | None
    first_day: str | None
    last_day: str | None
    reason: str
    by: str | None
    key: str | None
    lifted: Lift | None


class EvidenceRecord(Struct, frozen=True):
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


class SessionRecord(Struct, frozen=True):
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
    key: str | None  # that it came with
    facts: LogFacts
    bytes: int
    media_type: str
    pending: bool
    purged: Purged | None = None  # its log


class AuditBasis(msgspec.Struct, frozen=True):
    """Basis of an audit: the registry at change ``as_of``, engine version, library, code, judgement.

    tried: file of an unapproved revision; standing: its standing then. as_if: the ruleset counts as in force every day.
    """

    as_of: int = 0
    as_if: bool = False
    tried: str | None = None
    standing: str | None = None
    engine: str = ""
    library: str = ""
    code: str | None = None  # None, as judgement: of an engine before 0.2.0
    judgement: int | None = None


NOTHING_KNOWN = AuditBasis()  # of audits made before rooms and controls could be put on record


class EventOf(NamedTuple):
    """The event that an audit is of: its file's version, and its id within the room."""

    id: int
    kind: str
    name: str


class AuditRecord(Struct, frozen=True):
    """A requested audit, and its progress."""

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
    knowledge: AuditBasis
    of: int | None = None  # the audit that it does again
    room: str | None = None  # of an audit of a room's day
    day: str | None = None
    key: str | None = None  # that it was requested with
    open: bool = False  # it was requested of a service without keys
    event: EventOf | None = None
    purged: Purged | None = None  # its findings and incidents


class LastAudit(NamedTuple):
    """Time of a session's last audit, and whether every check ran."""

    id: int
    finished_at: str
    complete: bool


class DayRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Basis of a day's audit beside its sessions.

    beside: earlier sessions that may run into it. numbered: of other days, by running numbers. tables: must have a log, None
    unknown. totals: the room's. skipped: sessions that could not be audited.
    """

    room: str
    day: str
    beside: list[int]
    numbered: list[Numbered]
    tables: list[str] | None
    totals: DayTotals | None
    skipped: list[SkippedSession] = []


class EventAuditRequest(msgspec.Struct, frozen=True):
    """Basis of an event's audit: numbers of files and sessions.

    tournaments, ledgers: of a ledger. number_before: highest earlier running number of the room's files of its kind.
    """

    event: int
    tournaments: list[int]
    sessions: list[int]
    ledgers: list[int] = []
    number_before: int | None = None


class NewAudit(Struct, frozen=True):
    """An audit to queue. beside: audits of corrected logs, queued before it."""

    request: dict[str, Any]
    request_sha256: str
    ruleset: str | None
    skipped: list[dict[str, Any]]
    idempotency_key: str | None
    created_at: str
    sessions: tuple[SessionRecord, ...]
    knowledge: AuditBasis = NOTHING_KNOWN
    of: int | None = None
    room: str | None = None
    day: str | None = None
    event: int | None = None
    beside: tuple[NewAudit, ...] = ()


class FiledChange(Struct, frozen=True):
    """A filed or decided change; its number names a snapshot."""

    id: int
    at: str
    room: str
    action: str
    ruleset: str | None
    revision: int | None
    by: str | None
    reference: str | None
    note: str | None
    details: dict[str, Any]
    key: str | None = None  # that it was done with


class NewChange(Struct, frozen=True):
    """A change to record; room, controls and time are added when written."""

    action: str
    by: str | None = None
    reference: str | None = None
    note: str | None = None
    details: dict[str, Any] | None = None


class NewFile(Struct, frozen=True):
    """Bytes to keep under their SHA-256."""

    body: bytes
    media_type: str
    filename: str | None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.body).hexdigest()


class RoomRecord(Struct, frozen=True):
    """A room with its terms, oldest first, and their last change."""

    id: str
    terms: list[dict[str, Any]]
    change: int


class NewDecision(Struct, frozen=True):
    """Decision on proposed terms: approved, refused or withdrawn. reference: of the authority's letter."""

    standing: str
    by: str | None
    reference: str | None = None
    note: str | None = None


class TermsDecision(Struct, frozen=True):
    """Recorded decision on proposed terms. change: that recorded approved terms."""

    standing: str
    at: str
    reference: str | None
    note: str | None
    change: int | None
    by: str | None
    key: str | None


class TermsProposal(Struct, frozen=True):
    """Terms of a room from a day on, awaiting or with a decision."""

    id: int
    room: str
    at: str
    terms: dict[str, Any]
    by: str | None
    key: str | None
    decision: TermsDecision | None


class ControlsRecord(Struct, frozen=True):
    """A revision of a room's controls now."""

    room: str
    ruleset: str
    revision: int
    standing: str
    source: str
    document: str | None
    digest: str | None
    starts: str | None
    title: str
    change: int

    @property
    def name(self) -> str:
        return f"{self.ruleset}@{self.revision}"


class FiledRecord(Struct, frozen=True):
    """A filed file or document without bytes."""

    sha256: str
    size: int
    media_type: str
    filename: str | None
    received_at: str


class Selection(Struct, frozen=True):
    """Sessions by place and time of play; None restricts nothing."""

    room: str | None = None
    table: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    pending: bool | None = None
    current: bool | None = None  # True: not superseded
    ids: tuple[int, ...] | None = None
    rooms: tuple[str, ...] | None = None  # those that the caller sees
    state: Literal["auditing", "audited", "superseded", "purged"] | None = None


class FindingFilter(Struct, frozen=True):
    """Findings of an audit; empty restricts nothing."""

    codes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    hand: int | None = None
    session: int | None = None
    player: str | None = None


class IncidentFilter(Struct, frozen=True):
    """Incidents of an audit; empty restricts nothing. states: of a room's."""

    areas: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    pattern: bool | None = None
    session: int | None = None
    states: tuple[str, ...] = ()


IncidentAction = Literal["answered", "accepted", "returned", "closed"]
IncidentState = Literal["open", "answered", "accepted", "returned", "closed"]
INCIDENT_STATES: tuple[IncidentState, ...] = ("open", "answered", "accepted", "returned", "closed")


class Page(Struct, frozen=True):
    """Part of a list; ``number`` from 1."""

    number: int = 1
    size: int = 100

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


def within_json(number: str) -> str:
    """SQL of a number as `json_extract` gives it from JSON, without a column's type, so that an index of such values is used."""
    return f"json_extract(CAST({number} AS TEXT), '$')"


def numbers_of(text: str | None) -> tuple[int, ...]:
    """Numbers of a column that has them between commas; none of None."""
    return tuple(map(int, text.split(","))) if text else ()


def encoded(value: Any) -> str:
    """JSON text for a column."""
    return msgspec.json.encode(value).decode()
