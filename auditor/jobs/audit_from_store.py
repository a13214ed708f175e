"""An audit from the store: evidence or kept results, through the rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec
from msgspec import Struct

from auditor.collector import no_collector
from auditor.engine import judged
from auditor.errors import CannotAudit
from auditor.freed_memory import give_back_after
from auditor.jobs.corrected import with_correction
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.received_logs import evidence_of
from auditor.jobs.run_event import run_event
from auditor.registry import Registry, RegistryAtChange
from auditor.store import Store
from auditor.store.rows import AuditRecord, DayRequest, SessionRecord
from auditor.store.session_results import SessionResult
from rules.audit import (
    LogSource,
    NoRuleset,
    ReadLog,
    combine,
    of_no_logs,
    with_day,
)
from rules.audit.room_day import room_day
from rules.audit.screened_audit import ScreenedAudit, screened_audit
from rules.checks.day.session_summary import SessionSummary, Version
from rules.controls.library import NotApproved, UnknownRuleset
from rules.records.problems import Refused
from rules.results import Audit
from rules.typed import from_plain

_day_request = from_plain(DayRequest)


class AuditOutcome(Struct, frozen=True):
    """An audit, and results of read sessions for reuse."""

    audit: Audit
    sessions: list[SessionResult]


def run_audit(
    store: Store,
    registry: Registry,
    asked: AuditRecord,
    progress: Callable[[int], None],
    reads: ReadLogs | None = None,
) -> AuditOutcome:
    """Audit a request's sessions under its snapshot. ``progress``: given the hands done.

    reads: logs just read here, still compared with their digests. A gaming day uses kept results, and reads only other logs.
    Raises CannotAudit.
    """
    snapshot = registry.snapshot_for(asked.knowledge)
    if asked.event is not None:
        return AuditOutcome(judged(run_event(store, snapshot, asked)), [])
    results, read, done = [], [], 0
    for number in asked.sessions:
        session = _session(store, number)
        basis = snapshot.basis(session.room)
        result = store.session_results.get(number, basis) if _may_reuse(asked) else None
        if result is None:
            advance = partial(_add, progress, done)
            read_before = reads.take(session.evidence) if reads is not None else None
            found = _audited(store, snapshot, asked, session, advance, read_before)
            audit = with_correction(store, session, found.audit, partial(_first, store, snapshot, asked))
            result = SessionResult(number, basis, audit, found.summary, found.statistics)
            read.append(result)
        results.append(result)
        done += result.audit.hands
        progress(done)
    audits = [each.audit for each in results]
    if asked.day is not None:
        audit = _of_day(store, snapshot, asked, audits, [each.summary for each in results])
    else:
        audit = combine(audits)
    return AuditOutcome(judged(audit), _to_keep(asked, read))


def _may_reuse(asked: AuditRecord) -> bool:
    """Whether kept results serve: for gaming days, but not repeated audits."""
    return asked.day is not None and asked.of is None


def _to_keep(asked: AuditRecord, results: list[SessionResult]) -> list[SessionResult]:
    if not _is_of_the_record(asked):
        return []
    return [each for each in results if each.audit.complete]


def _is_of_the_record(asked: AuditRecord) -> bool:
    """Whether sessions are audited under their own rulesets."""
    return asked.ruleset is None and not asked.knowledge.as_if


def _session(store: Store, number: int) -> SessionRecord:
    session = store.sessions.get(number)
    assert session is not None  # the request refers to it
    return session


@no_collector()
def _audited(
    store: Store,
    snapshot: RegistryAtChange,
    asked: AuditRecord,
    session: SessionRecord,
    progress: Callable[[int], None] | None,
    read: ReadLog | None = None,
) -> ScreenedAudit:
    """A session's audit from its log, and its part in the day. Raises CannotAudit."""
    try:
        found = screened_audit(
            evidence_of(store, session),
            ruleset=asked.ruleset,
            library=snapshot.of_room(session.room),
            room=snapshot.rooms.get(session.room),
            as_if=asked.knowledge.as_if,
            progress=progress,
            read=read,
            freed=give_back_after,
            screened=progress is not None and _is_of_the_record(asked),
        )
    except (Refused, UnknownRuleset, NoRuleset, NotApproved) as error:
        raise CannotAudit(f"Session {session.id} ({session.room}, {session.session}): {error}") from error
    versions = [
        Version(sha256=each.evidence, received_at=each.received_at)
        for each in store.sessions.earlier_versions(session.id)
    ]
    summary = msgspec.structs.replace(found.summary, received_at=session.received_at, versions=versions)
    return msgspec.structs.replace(found, summary=summary)


def _first(store: Store, snapshot: RegistryAtChange, asked: AuditRecord, session: SessionRecord) -> Audit:
    basis = snapshot.basis(session.room)
    kept = store.session_results.get(session.id, basis) if _may_reuse(asked) else None
    return kept.audit if kept is not None else _audited(store, snapshot, asked, session, None).audit


def _of_day(
    store: Store,
    snapshot: RegistryAtChange,
    asked: AuditRecord,
    audits: list[Audit],
    summaries: list[SessionSummary],
) -> Audit:
    """A gaming day's audit of its sessions', with findings across them."""
    request = _day_request(asked.request)
    earlier = [_summary(store, snapshot, asked, number) for number in request.beside]
    day = room_day(
        snapshot.rooms[request.room],
        dt.date.fromisoformat(request.day),
        [*summaries, *earlier],
        numbered=request.numbered,
        totals=request.totals,
        tables=request.tables,
        skipped=request.skipped,
    )
    return with_day(combine(audits) if audits else of_no_logs(snapshot.of_room(request.room)), day)


def _summary(store: Store, snapshot: RegistryAtChange, asked: AuditRecord, number: int) -> SessionSummary:
    """Part of an earlier session that may run into the day."""
    session = _session(store, number)
    kept = store.session_results.summary(number, snapshot.basis(session.room)) if _may_reuse(asked) else None
    return kept or _audited(store, snapshot, asked, session, None).summary


def _add(progress: Callable[[int], None], before: int, hands: int) -> None:
    progress(before + hands)


class Sources(Mapping[tuple[str, str], LogSource]):
    """Logs by (room, session), read on demand."""

    def __init__(self, store: Store, sessions: tuple[int, ...]) -> None:
        self._store = store
        self._sessions = {}
        for number in sessions:
            session = store.sessions.get(number)
            assert session is not None
            self._sessions[session.room, session.session] = session

    def __getitem__(self, key: tuple[str, str]) -> LogSource:
        return evidence_of(self._store, self._sessions[key])

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)
