"""Audits as a queue with leases.

An audit whose lease has ended returns to the queue, and a result counts only under the audit's last lease.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlite_utils import Database

from auditor.store import stored_audits
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.leases import Lease, Leases, done, holds, remove_ended, take
from auditor.store.outbox import Outbox
from auditor.store.rows import AuditRecord
from auditor.store.session_results import SessionResult, insert_session_results, written
from auditor.store.stored_night import number_finish
from auditor.store.stored_register import append
from auditor.store.stored_results import WrittenAudit, insert_result, sessions_of_audit
from auditor.store.stored_screening import insert_statistics, written_statistics
from auditor.store.stored_seals import seal_audit
from rules.results import Audit

MOST_ATTEMPTS = 3
AUDIT = "audit"  # the kind of lease
_UNFINISHED = "state IN ('queued', 'running')"  # the index's own words, for SQLite to use it
_WAITING = f"""
SELECT id FROM audits WHERE {_UNFINISHED} AND state = 'queued'
    AND NOT EXISTS (SELECT 1 FROM seals WHERE subject = 'audits' AND key = json_array(audits.id))
ORDER BY id LIMIT 1
"""
_LEFT = f"""
SELECT id, attempts FROM audits WHERE {_UNFINISHED} AND state = 'running' AND (owner = ?
    OR NOT EXISTS (SELECT 1 FROM leases WHERE leases.kind = 'audit' AND leases.of = CAST(audits.id AS TEXT)))
ORDER BY id
"""
LOOKED_AT = 1_000  # the newest audits, of which some may have failed
_FAILED_FOR = """
SELECT id FROM (SELECT id, state, error, finished_at FROM audits ORDER BY id DESC LIMIT ?)
WHERE state = 'failed' AND finished_at >= ? AND instr(error, ?) ORDER BY id DESC
"""

_GIVEN_UP = (
    f"The audit was begun {MOST_ATTEMPTS} times and came to no end: each time the service stopped, or its store "
    "failed. It is not tried again. The service's log says why; ask for a new audit when that is mended."
)


class ClaimedAudit(Struct, frozen=True):
    """An audit that runs, and its lease."""

    audit: AuditRecord
    lease: Lease


class Queue:
    """Claims, progress and results, each in its transaction."""

    def __init__(self, connections: Connections, outbox: Outbox, leases: Leases, log: FactLog) -> None:
        self._connections = connections
        self._log = log
        self._outbox = outbox
        self._leases = leases

    def claim(self, owner: str, at: str) -> ClaimedAudit | None:
        """Claim the oldest audit in the queue; a sealed one has ended whatever its row says."""
        if self._connections.db.execute(_WAITING).fetchone() is None:
            return None
        with self._connections.writing(lasting=False) as db:
            row = db.execute(_WAITING).fetchone()
            if row is None:
                return None
            db.execute(
                """
                UPDATE audits SET state = 'running', owner = ?, started_at = ?, attempts = attempts + 1,
                    hands_done = 0
                WHERE id = ?
                """,
                [owner, at, row[0]],
            )
            audit = stored_audits.get(db, row[0])
            assert audit is not None  # its row was updated
            return ClaimedAudit(audit, take(db, AUDIT, f"{audit.id}", owner))

    def progress(self, lease: Lease, hands: int) -> None:
        """Say how many hands of a leased audit are done."""
        with self._connections.writing(lasting=False) as db:
            if holds(db, lease):
                db.execute("UPDATE audits SET hands_done = ? WHERE id = ?", [hands, int(lease.of)])

    def finish(self, lease: Lease, audit: Audit, at: str, sessions: Sequence[SessionResult] = ()) -> bool:
        """Write a leased audit's result; False where another took the lease, and nothing is written.

        sessions: results of single sessions, to be reused.
        """
        number = int(lease.of)
        played = sessions_of_audit(self._connections.db, number)
        result, results = WrittenAudit.of(audit, played), written(sessions)  # before others wait
        statistics = written_statistics((each.session, each.statistics) for each in sessions)
        with self._connections.writing() as db:
            if not done(db, lease):
                return False
            number_finish(db, number)  # first: what is finished is never altered
            insert_result(db, self._log, number, result, at)
            seal_audit(db, number)
            insert_session_results(db, number, results)
            insert_statistics(db, number, statistics)
            append(db, "audit.finished", number)
            self._outbox.audit_ended(db, number, at)
            return True

    def fail(self, lease: Lease, error: str, at: str) -> bool:
        """Write why a leased audit failed; False where another took the lease."""
        with self._connections.writing() as db:
            if not done(db, lease):
                return False
            self._fail(db, int(lease.of), error, at)
            return True

    def release(self, lease: Lease) -> bool:
        """Give a claim back unused, which is no failed attempt; False where another took the lease."""
        with self._connections.writing(lasting=False) as db:
            if not done(db, lease):
                return False
            _requeue(db, int(lease.of), "attempts = attempts - 1")
            return True

    def failed_for(self, words: str, since: str) -> list[int]:
        """Audits among the last requests that failed since a time for a reason with some words."""
        return [number for (number,) in self._connections.db.execute(_FAILED_FOR, [LOOKED_AT, since, words])]

    def take_back(self, mine: str, at: str) -> int:
        """Queue again audits whose lease has ended, and return their number; give up those tried too often.

        mine: an owner that has no audit in hand now, whose results could not be written.
        """
        ended = self._leases.ended(AUDIT)
        if not ended and self._connections.db.execute(_LEFT, [mine]).fetchone() is None:
            return 0
        count = 0
        with self._connections.writing() as db:
            remove_ended(db, ended)
            for number, attempts in db.execute(_LEFT, [mine]).fetchall():
                if attempts >= MOST_ATTEMPTS:
                    self._fail(db, number, _GIVEN_UP, at)
                else:
                    _requeue(db, number)
                    count += 1
        return count

    def _fail(self, db: Database, number: int, error: str, at: str) -> None:
        db.execute(
            "UPDATE audits SET state = 'failed', owner = NULL, error = ?, finished_at = ? WHERE id = ?",
            [error, at, number],
        )
        seal_audit(db, number)
        append(db, "audit.failed", number)
        self._outbox.audit_ended(db, number, at)


def _requeue(db: Database, number: int, *more: str) -> None:
    fields = ", ".join(["state = 'queued'", "owner = NULL", "started_at = NULL", "hands_done = 0", *more])
    db.execute(f"UPDATE audits SET {fields} WHERE id = ?", [number])
