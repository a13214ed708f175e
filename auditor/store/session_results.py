"""Results of each log's audit, kept so that a gaming day is audited without logs.

A row has the session's audit and its part in checks across sessions; ``basis`` is a digest of all it rests on besides the log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import ResultDamaged
from auditor.facts.kinds.facts_of_audits import SessionResultOnRecord
from auditor.facts.tables import name_of
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.rows import FindingFilter, IncidentFilter, encoded
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_results import ResultRows
from rules.checks.catalogue import room_checks
from rules.checks.day.session_summary import SessionSummary
from rules.findings.written import json_text
from rules.results import Audit
from rules.screening.session_statistics import SessionStatistics
from rules.typed import from_json

TABLE = "session_results"
_decoded_audit = from_json(Audit)
_summary = from_json(SessionSummary)
_KEPT = "FROM session_results WHERE session = ? AND basis = ?"
_SELECT = f"SELECT audit, result, summary {_KEPT}"


class SessionResult(Struct, frozen=True):
    """A session's audit and summary from one pass over its log."""

    session: int
    basis: str
    audit: Audit
    summary: SessionSummary
    statistics: SessionStatistics | None = (
        None  # for the screening of the room; None: not made, or kept apart
    )


class WrittenResult(Struct, frozen=True):
    """Result of a session as it is written, with its digests."""

    on_record: SessionResultOnRecord
    result: str
    summary: str


class SessionResults:
    """Results by session and basis."""

    def __init__(
        self, connections: Connections, authority: StoredAuthority, results: ResultRows, damage: Damage
    ) -> None:
        self._connections = connections
        self._authority = authority
        self._damage = damage
        self._results = results

    def get(self, session: int, basis: str) -> SessionResult | None:
        """Result of a session; None without one of this basis, or altered."""
        row = self._row(session, basis)
        if row is None:
            return None
        audit, result, summary = row
        try:
            return SessionResult(session, basis, self._audit(session, audit, result), _summary(summary))
        except ResultDamaged:
            return None

    def summary(self, session: int, basis: str) -> SessionSummary | None:
        """Contribution of a session to its day."""
        row = self._row(session, basis)
        return _summary(row[2]) if row else None

    def _row(self, session: int, basis: str) -> tuple[int, str, str] | None:
        with self._connections.reading() as db:  # row and facts at one moment
            row: tuple[int, str, str] | None = db.execute(_SELECT, [session, basis]).fetchone()
            wrong = row is not None and self._authority.altered(TABLE, [(session, basis)])
        if wrong:
            words = f"What an audit kept of session {session} was altered. Its log is read again."
            self._damage.note(TABLE, name_of((session, basis)), words)
            return None
        return row

    def _audit(self, session: int, audit: int, result: str) -> Audit:
        """The session's own audit, without findings across sessions."""
        whole = _decoded_audit(result)
        across = {entry.code for entry in room_checks()}
        found = self._results.findings(audit, FindingFilter(session=session))
        own = [each for each in found if each.code not in across]
        whole = msgspec.structs.replace(whole, findings=own)
        if whole.incidents is not None:
            rows = self._results.incidents.every(audit, IncidentFilter(session=session))
            whole.incidents.extend(each for _, each in rows)
        return whole


def written(results: Iterable[SessionResult]) -> list[WrittenResult]:
    """Results as they are written, made before the transaction."""
    return [_written(each) for each in results]


def new_results(db: Database, results: Iterable[WrittenResult]) -> list[WrittenResult]:
    """Results of the sessions that an audit read, in the transaction that finishes it, but for those that are kept of a basis."""
    return [each for each in results if db.execute(f"SELECT 1 {_KEPT}", _key(each)).fetchone() is None]


def keep_results(db: Database, results: Iterable[WrittenResult]) -> None:
    """Keep the texts of results that are on record."""
    rows = [(each.result, each.summary, *_key(each)) for each in results]
    db.conn.executemany(f"UPDATE {TABLE} SET result = ?, summary = ? WHERE session = ? AND basis = ?", rows)


def _key(written_result: WrittenResult) -> tuple[int, str]:
    return written_result.on_record.session, written_result.on_record.basis


def _written(result: SessionResult) -> WrittenResult:
    incidents: list[Any] | None = None if result.audit.incidents is None else []
    head = msgspec.structs.replace(result.audit, findings=[], incidents=incidents)
    texts = json_text(head).decode(), encoded(result.summary)
    digests = [hashlib.sha256(each.encode()).hexdigest() for each in texts]
    return WrittenResult(SessionResultOnRecord(result.session, result.basis, *digests), *texts)
