"""One audit from the store: its sessions' evidence through the rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from auditor.evidence import NO_LIMITS, Evidence
from auditor.registry import Registry, Snapshot
from auditor.store import Store
from auditor.store.rows import AuditRecord, DayRequest, SessionRecord
from rules.audit import LogSource, NoRuleset, audit_summary, combine, of_no_logs, with_day
from rules.controls.library import NotApproved, UnknownRuleset
from rules.records.problems import Refused
from rules.results import Audit
from rules.rooms.day import room_day
from rules.rooms.session_summary import SessionSummary, Version


class CannotAudit(ValueError):
    """An audit that is not possible, in words for the person who asked for it."""


class EvidenceDamaged(CannotAudit):
    """Bytes in the store that are no longer those that were received."""


def run_audit(store: Store, registry: Registry, asked: AuditRecord, progress: Callable[[int], None]) -> Audit:
    """Audit the sessions of a request with what it knew. ``progress`` is told of the hands done so far.

    Raises CannotAudit.
    """
    known = registry.known_to(asked.knowledge)
    audits, sittings, before = [], [], 0
    for number in asked.sessions:
        audit, sitting = _audited(store, known, asked, number, partial(_add, progress, before))
        audits.append(audit)
        sittings.append(sitting)
        before += audit.hands
        progress(before)
    if asked.day is None:
        return combine(audits)
    return _of_day(store, known, asked, audits, sittings)


def _audited(
    store: Store, known: Snapshot, asked: AuditRecord, number: int, progress: Callable[[int], None]
) -> tuple[Audit, SessionSummary]:
    """One session's audit, and what it contributes to its day. Raises CannotAudit."""
    session = store.sessions.get(number)
    assert session is not None  # the request refers to it
    try:
        audit, sitting = audit_summary(
            evidence_of(store, session),
            ruleset=asked.ruleset,
            library=known.of_room(session.room),
            room=known.rooms.get(session.room),
            as_if=asked.knowledge.as_if,
            progress=progress,
        )
    except (Refused, UnknownRuleset, NoRuleset, NotApproved) as error:
        raise CannotAudit(f"Session {number} ({session.room}, {session.session}): {error}") from error
    versions = [
        Version(sha256=each.evidence, received_at=each.received_at)
        for each in store.sessions.earlier_versions(number)
    ]
    return audit, msgspec.structs.replace(sitting, received_at=session.received_at, versions=versions)


def _of_day(
    store: Store, known: Snapshot, asked: AuditRecord, audits: list[Audit], sittings: list[SessionSummary]
) -> Audit:
    """The audits of a gaming day's sessions as one, with what was found across them."""
    request = msgspec.convert(asked.request, DayRequest)
    beside = [_audited(store, known, asked, number, _tell_nobody)[1] for number in request.beside]
    day = room_day(
        known.rooms[request.room],
        dt.date.fromisoformat(request.day),
        [*sittings, *beside],
        numbered=request.numbered,
        totals=request.totals,
        tables=request.tables,
    )
    return with_day(combine(audits) if audits else of_no_logs(known.of_room(request.room)), day)


def _tell_nobody(hands: int) -> None:
    """Progress that is not told: hands that are looked at beside those of the day."""


def _add(progress: Callable[[int], None], before: int, hands: int) -> None:
    progress(before + hands)


def evidence_of(store: Store, session: SessionRecord) -> Evidence:
    """A session's bytes, as they were received. Raises EvidenceDamaged where they are no longer that."""
    evidence = Evidence(store.evidence.body(session.evidence), NO_LIMITS)
    if evidence.sha256 != session.evidence:
        raise EvidenceDamaged(
            f"The evidence of session {session.id} is no longer what was received: its SHA-256 was "
            f"{session.evidence} and is now {evidence.sha256}. Restore the store from a copy."
        )
    return evidence


class Sources(Mapping[tuple[str, str], LogSource]):
    """The logs of an audit by room and session, each read from the store when it is asked for."""

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
