"""Received bytes by SHA-256, changed only by repairs and removed only by purges."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import UploadRefused, UploadRepeated
from auditor.facts.recorded_fact import KeptFile, RecordedFact
from auditor.store import stored_purges
from auditor.store.blobs.kept_bytes import bytes_of, column_of, writing_with
from auditor.store.bytes_by_digest import EVIDENCE, is_whole, repair
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import erase_part, keep_part, part
from auditor.store.rows import EvidenceRecord
from auditor.store.sealed import Sealed
from auditor.store.uploads import spend
from rules.records.problems import Refused

_COLUMNS = "sha256, content_sha256, size, media_type, filename, received_at, outcome, problems, problem_count"


class EvidenceTable:
    """Evidence by its digest."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def get(self, sha256: str) -> EvidenceRecord | None:
        """Facts on record about some bytes."""
        found = find(self._connections.db, sha256)
        self._sealed.must_be_as_written("evidence", [(sha256,)] if found else [])
        return found

    def body(self, sha256: str) -> bytes:
        """Bytes as received. Raises KeyError, BytesUnavailable."""
        row = self._connections.db.execute("SELECT body FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
        if row is None:
            raise KeyError(sha256)
        return bytes_of(row[0], sha256)

    def repair(self, evidence: Evidence, at: str) -> bool:
        """Repair damaged bytes; whether they were."""
        self._connections.must_be_in_place()  # before the sender's answer
        if is_whole(self._connections.db, EVIDENCE, evidence.sha256, evidence.body):
            self._connections.to_disk()  # perhaps another sender's, just now
            return False
        with writing_with(self._connections, {evidence.sha256: evidence.body}) as db:
            return repair(db, EVIDENCE, evidence.sha256, evidence.body, at, self._caller.key)

    def totals(self) -> dict[str, tuple[int, int]]:
        """Number of kept files and their bytes by outcome."""
        rows = self._connections.db.execute(
            "SELECT outcome, count(*), sum(size) FROM evidence AS e WHERE NOT EXISTS "
            "(SELECT 1 FROM purges WHERE subject = 'evidence' AND key = e.sha256) GROUP BY outcome"
        )
        return {outcome: (count, size) for outcome, count, size in rows}

    def keep_refused(self, evidence: Evidence, refused: Refused, filename: str | None, at: str) -> bool:
        """Keep a refused file with its problems; False where it was purged, which stays so. Raises RecordDamaged."""
        with writing_with(self._connections, {evidence.sha256: evidence.body}) as db:
            if stored_purges.of_file(db, evidence.sha256) is not None:
                return False
            spend(db, self._caller, evidence.sha256, evidence.size, refused=True)
            intake = Intake(db, self._log, self._sealed, at, self._caller.key)
            why = Why("refused", str(refused), list(msgspec.to_builtins(refused.problems)), refused.count)
            intake.keep_refused(evidence, filename, why)
            return True


class Why(Struct, frozen=True):
    """Outcome of a file that is no session, and the reason. count: of the problems, of which the first are given."""

    outcome: Literal["refused", "conflict"]
    message: str
    problems: list[dict[str, Any]] = []
    count: int = 0


class Intake:
    """Files that come in at a time with a key, within a transaction. Each raises RecordDamaged."""

    def __init__(self, db: Database, log: FactLog, sealed: Sealed, at: str, key: str | None) -> None:
        self.db = db
        self.log = log
        self.sealed = sealed
        self.at = at
        self.key = key

    def keep_refused(
        self, evidence: Evidence, filename: str | None, why: Why, content_sha256: str | None = None
    ) -> None:
        """Keep bytes that are no session, unless they are one or the same is on record of them."""
        before = self.outcome(evidence)
        if before is not None:
            self._repair(evidence)
            if before == "session" or self._is_said(evidence.sha256, why):
                return
        parts = {"problems": keep_part(self.db, [why.message, why.problems])}
        about: dict[str, Any] = {
            "outcome": why.outcome,
            "problem_count": why.count,
            "content_sha256": content_sha256,
        }
        self.enter(
            UploadRefused(file=kept_file(evidence, filename), **about, **self.common(parts=parts)), evidence
        )

    def outcome(self, evidence: Evidence) -> str | None:
        """Outcome of bytes on record, or None."""
        self.sealed.must_rest_on_facts("evidence", evidence.sha256)
        row = self.db.execute("SELECT outcome FROM evidence WHERE sha256 = ?", [evidence.sha256]).fetchone()
        return row[0] if row else None

    def enter(self, fact: RecordedFact, evidence: Evidence) -> None:
        """Enter a fact of a file, with its bytes. Words of an earlier refusal are erased."""
        before = self.db.execute(
            "SELECT problems FROM evidence WHERE sha256 = ?", [evidence.sha256]
        ).fetchone()
        self.log.append(self.db, fact)
        if before is None:
            column = column_of(evidence.sha256, evidence.body)
            self.db.execute("UPDATE evidence SET body = ? WHERE sha256 = ?", [column, evidence.sha256])
        else:
            self._repair(evidence)
            erase_part(self.db, before[0])

    def repeat(self, number: int, room: str, evidence: Evidence, filename: str | None) -> None:
        """Keep further bytes of a session's log. number: the session's."""
        if self.outcome(evidence) == "session":
            self._repair(evidence)
            return
        about: dict[str, Any] = {"number": number, "content_sha256": evidence.content_sha256}
        self.enter(UploadRepeated(file=kept_file(evidence, filename), **about, **self.common(room)), evidence)

    def common(self, *rooms: str, parts: dict[str, str] | None = None) -> dict[str, Any]:
        """Common fields of a fact."""
        return {"at": self.at, "by": self.key, "rooms": rooms, "parts": parts or {}}

    def _repair(self, evidence: Evidence) -> None:
        repair(self.db, EVIDENCE, evidence.sha256, evidence.body, self.at, self.key)

    def _is_said(self, sha256: str, why: Why) -> bool:
        found = find(self.db, sha256)
        return found is not None and (found.outcome, found.message, found.problems, found.problem_count) == (
            why.outcome, why.message, why.problems, why.count,
        )  # fmt: skip


def kept_file(evidence: Evidence, filename: str | None) -> KeptFile:
    """A file as facts have it."""
    return KeptFile(evidence.sha256, evidence.size, evidence.media_type, filename)


def find(db: Database, sha256: str) -> EvidenceRecord | None:
    """The record of some bytes."""
    row = db.execute(f"SELECT {_COLUMNS} FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
    if row is None:
        return None
    *about, said, count = row
    message, problems = part(db, said) or (None, [])
    values: list[Any] = [*about, message, problems, count]
    return EvidenceRecord(*values)


def same_content(db: Database, sha256: str) -> str | None:
    """Digest of a log without gzip, by that or by the bytes' digest."""
    row = db.execute(
        "SELECT content_sha256 FROM evidence WHERE (sha256 = ?1 OR content_sha256 = ?1) AND content_sha256 "
        "IS NOT NULL",
        [sha256],
    ).fetchone()
    return row[0] if row else None
