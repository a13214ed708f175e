"""One audit from the store: its sessions' evidence through the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from auditor.evidence import NO_LIMITS, Evidence
from auditor.known import Shelf
from auditor.store import Store
from auditor.store.rows import AuditRecord, SessionRecord
from rules.audit import LogSource, NoRuleset, audit_log, combine
from rules.controls.library import NotApproved, UnknownRuleset
from rules.records.problems import Refused
from rules.results import Audit


class CannotAudit(ValueError):
    """An audit that is not possible, in words for the person who asked for it."""


class EvidenceDamaged(CannotAudit):
    """Bytes in the store that are no longer those that were received."""


def run_audit(store: Store, shelf: Shelf, asked: AuditRecord, progress: Callable[[int], None]) -> Audit:
    """Audit the sessions of a request with what it knew. ``progress`` is told of the hands done so far.

    Raises CannotAudit.
    """
    known = shelf.known_to(asked.knowledge)
    audits, before = [], 0
    for number in asked.sessions:
        session = store.sessions.get(number)
        assert session is not None  # audit_sessions refers to it
        source = evidence_of(store, session)
        so_far = partial(_add, progress, before)
        try:
            audits.append(
                audit_log(
                    source,
                    ruleset=asked.ruleset,
                    library=known.of_room(session.room),
                    room=known.rooms.get(session.room),
                    as_if=asked.knowledge.as_if,
                    progress=so_far,
                )
            )
        except (Refused, UnknownRuleset, NoRuleset, NotApproved) as error:
            raise CannotAudit(f"Session {number} ({session.room}, {session.session}): {error}") from error
        before += session.hands
        progress(before)
    return audits[0] if len(audits) == 1 else combine(audits)


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
