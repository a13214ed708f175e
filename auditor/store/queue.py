"""The audits table as a queue: who runs what, and what happens when that process dies.

A claim names its owner, a live process. A claim whose owner is dead goes back into the queue. A result is written only while
the audit still runs under the owner that delivers it, so that nothing is taken from an owner that was declared dead.
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
from auditor.store.stored_results import WrittenAudit, insert_result
from auditor.store.stored_seals import seal_audit
from rules.results import Audit

MOST_ATTEMPTS = 3
_UNFINISHED = (
    "state IN ('queued', 'running')"  # in the index's own words: SQLite derives them from no single state
)
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
    """Claims, progress and results, each in a transaction of its own."""

    def __init__(self, connections: Connections, outbox: Outbox) -> None:
        self._connections = connections
        self._outbox = outbox

    def claim(self, owner: str, at: str) -> AuditRecord | None:
        """Take the oldest audit that no owner has. One that was sealed has ended, whatever its row says."""
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
        """Write an audit's whole result, if it is still this owner's to write; and whether it was.

        sessions: the results of the single sessions, to be used again.
        """
        result, results = WrittenAudit.of(audit), written(sessions)  # before anybody has to wait for it
        with self._connections.writing() as db:
            if not _holds(db, number, owner):
                return False
            number_finish(db, number)  # first: what is finished is never altered
            insert_result(db, number, result, at)
            seal_audit(db, number)
            insert_session_results(db, number, results)
            append(db, "audit.finished", number)
            self._outbox.audit_ended(db, number, at)
            return True

    def fail(self, number: int, owner: str, error: str, at: str) -> bool:
        """Write that an audit could not be done, and why."""
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
        """Give a claim back unused: the service is being stopped, which is no failed attempt."""
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
        """Audits, among those that were asked for last, that have failed since a time for a reason with some words in it."""
        return [number for (number,) in self._connections.db.execute(_FAILED_FOR, [LOOKED_AT, since, words])]

    def owners(self) -> list[str]:
        """The owners of claims."""
        return [owner for (owner,) in self._connections.db.execute(_OWNERS)]

    def take_back(self, is_dead: Callable[[str], bool], at: str) -> int:
        """Queue the claims of dead owners again, and return how many; give up audits that were tried too often."""
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
