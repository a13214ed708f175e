"""Audits as a queue with owners.

A dead owner's claim returns to the queue, and a result counts only while its audit runs under the owner that delivers it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlite_utils import Database

from auditor.store import stored_audits
from auditor.store.connection import Connections
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
_UNFINISHED = "state IN ('queued', 'running')"  # the index's own words, for SQLite to use it
_WAITING = f"""
SELECT id FROM audits WHERE {_UNFINISHED} AND state = 'queued'
    AND NOT EXISTS (SELECT 1 FROM seals WHERE subject = 'audits' AND key = json_array(audits.id))
ORDER BY id LIMIT 1
"""
_OWNERS = f"SELECT DISTINCT owner FROM audits WHERE {_UNFINISHED} AND state = 'running'"
LOOKED_AT = 1_000  # the newest audits, of which some may have failed
_FAILED_FOR = """
SELECT id FROM (SELECT id, state, error, finished_at FROM audits ORDER BY id DESC LIMIT ?)
WHERE state = 'failed' AND finished_at >= ? AND instr(error, ?) ORDER BY id DESC
"""

_GIVEN_UP = (
    f"The audit was begun {MOST_ATTEMPTS} times and came to no end: each time the service stopped, or its store "
    "failed. It is not tried again. The service's log says why; ask for a new audit when that is mended."
)


class Queue:
    """Claims, progress and results, each in its transaction."""

    def __init__(self, connections: Connections, outbox: Outbox) -> None:
        self._connections = connections
        self._outbox = outbox

    def claim(self, owner: str, at: str) -> AuditRecord | None:
        """Claim the oldest unowned audit; a sealed one has ended whatever its row says."""
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
            return stored_audits.get(db, row[0])

    def progress(self, number: int, owner: str, hands: int) -> None:
        """Say how many hands are done."""
        with self._connections.writing(lasting=False) as db:
            db.execute(
                "UPDATE audits SET hands_done = ? WHERE id = ? AND state = 'running' AND owner = ?",
                [hands, number, owner],
            )

    def finish(
        self, number: int, owner: str, audit: Audit, at: str, sessions: Sequence[SessionResult] = ()
    ) -> bool:
        """Write an audit's result while it is the owner's; whether it was written.

        sessions: results of single sessions, to be reused.
        """
        played = sessions_of_audit(self._connections.db, number)
        result, results = WrittenAudit.of(audit, played), written(sessions)  # before others wait
        statistics = written_statistics((each.session, each.statistics) for each in sessions)
        with self._connections.writing() as db:
            if not _holds(db, number, owner):
                return False
            number_finish(db, number)  # first: what is finished is never altered
            insert_result(db, number, result, at)
            seal_audit(db, number)
            insert_session_results(db, number, results)
            insert_statistics(db, number, statistics)
            append(db, "audit.finished", number)
            self._outbox.audit_ended(db, number, at)
            return True

    def fail(self, number: int, owner: str, error: str, at: str) -> bool:
        """Write why an audit failed."""
        with self._connections.writing() as db:
            if not _holds(db, number, owner):
                return False
            db.execute(
                "UPDATE audits SET state = 'failed', owner = NULL, error = ?, finished_at = ? WHERE id = ?",
                [error, at, number],
            )
            seal_audit(db, number)
            append(db, "audit.failed", number)
            self._outbox.audit_ended(db, number, at)
            return True

    def release(self, number: int, owner: str) -> None:
        """Give a claim back unused at a stop, which is no failed attempt."""
        with self._connections.writing(lasting=False) as db:
            db.execute(
                """
                UPDATE audits SET state = 'queued', owner = NULL, started_at = NULL, hands_done = 0,
                    attempts = attempts - 1
                WHERE id = ? AND state = 'running' AND owner = ?
                """,
                [number, owner],
            )

    def failed_for(self, words: str, since: str) -> list[int]:
        """Audits among the last requests that failed since a time for a reason with some words."""
        return [number for (number,) in self._connections.db.execute(_FAILED_FOR, [LOOKED_AT, since, words])]

    def owners(self) -> list[str]:
        """The owners of claims."""
        return [owner for (owner,) in self._connections.db.execute(_OWNERS)]

    def take_back(self, is_dead: Callable[[str], bool], at: str) -> int:
        """Queue dead owners' claims again, and return their number; give up audits tried too often."""
        dead = [owner for owner in self.owners() if is_dead(owner)]
        if not dead:
            return 0
        count = 0
        with self._connections.writing() as db:
            for owner in dead:
                given_up = db.execute(
                    """
                    UPDATE audits SET state = 'failed', owner = NULL, error = ?, finished_at = ?
                    WHERE state = 'running' AND owner = ? AND attempts >= ? RETURNING id
                    """,
                    [_GIVEN_UP, at, owner, MOST_ATTEMPTS],
                ).fetchall()
                for (number,) in given_up:
                    seal_audit(db, number)
                    append(db, "audit.failed", number)
                    self._outbox.audit_ended(db, number, at)
                count += db.execute(
                    """
                    UPDATE audits SET state = 'queued', owner = NULL, started_at = NULL, hands_done = 0
                    WHERE state = 'running' AND owner = ?
                    """,
                    [owner],
                ).rowcount
        return count


def _holds(db: Database, number: int, owner: str) -> bool:
    mine = "SELECT 1 FROM audits WHERE id = ? AND state = 'running' AND owner = ?"
    return db.execute(mine, [number, owner]).fetchone() is not None
