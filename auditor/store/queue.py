"""Audits as a queue with leases.

An audit whose lease has ended returns to the queue, and a result counts only under the audit's last lease. Facts state how
often it was begun: that number has a code (`sign_in_key`), without which it counts as none.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.kinds.facts_of_audits import AuditFailedOnRecord, AuditFinished
from auditor.store import stored_audits
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.leases import Lease, Leases, done, holds, remove_ended, take
from auditor.store.outbox import Outbox
from auditor.store.rows import AuditRecord
from auditor.store.sealed import Sealed
from auditor.store.session_results import SessionResult, keep_results, new_results, written
from auditor.store.sign_in_key import SignInKey
from auditor.store.stored_results import WrittenAudit, insert_result, keep_summary, sessions_of_audit
from auditor.store.stored_screening import keep_statistics, new_statistics, written_statistics
from rules.results import Audit

MOST_ATTEMPTS = 3
AUDIT = "audit"  # the kind of lease
_WAITING = "SELECT id FROM audits WHERE state = 'queued' AND owner IS NULL ORDER BY id"
_CLAIM = """
UPDATE audits SET owner = ?, started_at = ?, hands_done = 0
WHERE id = ? AND state = 'queued' AND owner IS NULL RETURNING id
"""
_LEFT = """
SELECT id FROM audits WHERE state = 'queued' AND owner IS NOT NULL AND (owner = ?
    OR NOT EXISTS (SELECT 1 FROM leases WHERE leases.kind = 'audit' AND leases.of = CAST(audits.id AS TEXT)))
ORDER BY id
"""
LOOKED_AT = 1_000  # the newest audits, of which some may have failed
_FAILED_FOR = """
SELECT id FROM (SELECT id, state, error, finished_at FROM audits ORDER BY id DESC LIMIT ?) AS late
WHERE state = 'failed' AND finished_at >= ? AND instr(error, ?) > 0 ORDER BY id DESC
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

    def __init__(
        self,
        connections: Connections,
        sealed: Sealed,
        log: FactLog,
        outbox: Outbox,
        leases: Leases,
        key: SignInKey,
    ) -> None:
        self._connections = connections
        self._key = key
        self._sealed = sealed
        self._log = log
        self._outbox = outbox
        self._leases = leases

    def claim(self, owner: str, at: str) -> ClaimedAudit | None:
        """Claim the oldest audit in the queue that is as facts say: none of which the row says so alone."""
        while (number := self._next()) is not None:
            with self._connections.writing(lasting=False) as db:
                if db.execute(_CLAIM, [owner, at, number]).fetchone() is None:
                    continue  # another process has it
                self._count(db, number, self._begun(db, number) + 1)
                audit = stored_audits.get(db, number)
                assert audit is not None  # its row was updated
                return ClaimedAudit(audit, take(db, AUDIT, f"{audit.id}", owner))
        return None

    def _next(self) -> int | None:
        """The oldest audit in the queue that is as facts say, or None."""
        with suppress(RecordDamaged):  # nothing can be finished then; health says so
            for (number,) in self._connections.db.execute(_WAITING).fetchall():
                if self._rests_on_facts(number):
                    return int(number)
        return None

    def _rests_on_facts(self, number: int) -> bool:
        try:
            self._must_rest_on_facts(number)
        except RecordDamaged:
            return False
        return True

    def _must_rest_on_facts(self, number: int) -> None:
        for subject in ("audits", "audit_sessions"):
            self._sealed.must_rest_on_facts(subject, number)

    def _rooms_of(self, number: int) -> tuple[str, ...]:
        return self._sealed.authority.rooms_of_audit(number)

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
            self._must_rest_on_facts(number)
            kept, made = new_results(db, results), new_statistics(db, self._log, statistics)
            fact = AuditFinished(
                number=number,
                attempts=self._begun(db, number),
                finish=_next_finish(db),
                new_incidents=insert_result(db, self._log, number, result, at),
                sessions=tuple(each.on_record for each in kept),
                statistics=tuple(each.on_record for each in made),
                sums=tuple(each.sums_on_record for each in made),
                at=at,
                rooms=self._rooms_of(number),
                **result.stated(),
            )
            self._log.append(db, fact)
            keep_summary(db, number, result)
            keep_results(db, kept)
            keep_statistics(db, made)
            self._outbox.audit_ended(db, number, "finished", self._rooms_of(number), at)
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
            number = int(lease.of)
            self._count(db, number, max(0, self._begun(db, number) - 1))
            _requeue(db, number)
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
            for (number,) in db.execute(_LEFT, [mine]).fetchall():
                if self._begun(db, number) >= MOST_ATTEMPTS:
                    self._fail(db, number, _GIVEN_UP, at)
                else:
                    _requeue(db, number)
                    count += 1
        return count

    def _fail(self, db: Database, number: int, error: str, at: str) -> None:
        about: dict[str, Any] = {"attempts": self._begun(db, number), "rooms": self._rooms_of(number)}
        self._log.append(db, AuditFailedOnRecord(number=number, error=error, at=at, **about))
        db.execute("UPDATE audits SET owner = NULL WHERE id = ?", [number])
        self._outbox.audit_ended(db, number, "failed", self._rooms_of(number), at)

    def _begun(self, db: Database, number: int) -> int:
        """Number of times that an audit was begun, as this service counted; 0 where somebody else wrote it."""
        begun, code = db.execute("SELECT begun, begun_code FROM audits WHERE id = ?", [number]).fetchone()
        return int(begun) if self._key.is_right(_counted(number, begun), code) else 0

    def _count(self, db: Database, number: int, begun: int) -> None:
        code = self._key.mac(_counted(number, begun))
        db.execute("UPDATE audits SET begun = ?, begun_code = ? WHERE id = ?", [begun, code, number])


def _counted(number: int, begun: int) -> list[Any]:
    return ["audit begun", number, begun]


def _requeue(db: Database, number: int) -> None:
    db.execute("UPDATE audits SET owner = NULL, started_at = NULL, hands_done = 0 WHERE id = ?", [number])


def _next_finish(db: Database) -> int:
    """Place of the next audit in the order of finishing, within the transaction that finishes it."""
    (last,) = db.execute("SELECT coalesce(max(finish), 0) FROM audits").fetchone()
    return int(last) + 1
