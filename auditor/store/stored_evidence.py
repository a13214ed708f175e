"""Received bytes by SHA-256, changed only by repairs and removed only by purges."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.evidence import Evidence
from auditor.store import bytes_by_digest, stored_purges, stored_register
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.rows import EvidenceRecord, Outcome, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_seals import seal
from auditor.store.uploads import spend
from rules.records.problems import Refused

_COLUMNS = """
sha256, content_sha256, size, media_type, filename, received_at, outcome, message, problems, problem_count
"""


class EvidenceTable:
    """Evidence by its digest."""

    def __init__(self, connections: Connections, sealed: Sealed, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._sealed = sealed
        self._caller = caller

    def get(self, sha256: str) -> EvidenceRecord | None:
        """Facts on record about some bytes."""
        found = find(self._connections.db, sha256)
        self._sealed.must_be_as_written("evidence", [(sha256,)] if found else [])
        return found

    def body(self, sha256: str) -> bytes:
        """Bytes as received. Raises KeyError."""
        row = self._connections.db.execute("SELECT body FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
        if row is None:
            raise KeyError(sha256)
        return bytes(row[0])

    def repair(self, evidence: Evidence, at: str) -> bool:
        """Repair damaged bytes; whether they were."""
        self._connections.must_be_in_place()  # before the sender's answer
        if bytes_by_digest.is_whole(
            self._connections.db, bytes_by_digest.EVIDENCE, evidence.sha256, evidence.body
        ):
            self._connections.to_disk()  # perhaps another sender's, just now
            return False
        with self._connections.writing() as db:
            return bytes_by_digest.repair(
                db, bytes_by_digest.EVIDENCE, evidence.sha256, evidence.body, at, self._caller.key
            )

    def totals(self) -> dict[str, tuple[int, int]]:
        """Number of kept files and their bytes by outcome."""
        rows = self._connections.db.execute(
            "SELECT outcome, count(*), sum(size) FROM evidence AS e WHERE NOT EXISTS "
            "(SELECT 1 FROM purges WHERE subject = 'evidence' AND key = e.sha256) GROUP BY outcome"
        )
        return {outcome: (count, size) for outcome, count, size in rows}

    def keep_refused(self, evidence: Evidence, refused: Refused, filename: str | None, at: str) -> bool:
        """Keep a refused file with its problems; False where it was purged, which stays so."""
        with self._connections.writing() as db:
            if stored_purges.of_file(db, evidence.sha256) is not None:
                return False
            spend(db, self._caller, evidence.sha256, evidence.size, refused=True)
            before = stored_register.outcome(db, evidence.sha256)
            keep(db, evidence, None, "refused", filename, at, self._caller.key)
            note_refusal(db, evidence.sha256, refused)
            stored_register.append_upload(db, evidence.sha256, before)
            return True


def find(db: Database, sha256: str) -> EvidenceRecord | None:
    """The record of some bytes."""
    row = db.execute(f"SELECT {_COLUMNS} FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
    if row is None:
        return None
    values = list(row)
    values[-2] = msgspec.json.decode(values[-2])  # problems
    return EvidenceRecord(*values)


def keep(
    db: Database,
    evidence: Evidence,
    content_sha256: str | None,
    outcome: Outcome,
    filename: str | None,
    at: str,
    key: str | None = None,
) -> None:
    """Keep bytes; existing ones stay and take a new outcome. key: of the upload.

    A session's file stays one, even if a later format refuses it. Damaged bytes are repaired; purged ones are not.
    """
    if stored_purges.of_file(db, evidence.sha256) is not None:
        return
    if bytes_by_digest.is_kept(db, bytes_by_digest.EVIDENCE, evidence.sha256):
        bytes_by_digest.repair(db, bytes_by_digest.EVIDENCE, evidence.sha256, evidence.body, at, key)
        db.execute(
            """
            UPDATE evidence SET outcome = ?, content_sha256 = ?, message = NULL, problems = '[]', problem_count = 0
            WHERE sha256 = ? AND outcome != 'session'
            """,
            [outcome, content_sha256, evidence.sha256],
        )
        seal(db, bytes_by_digest.EVIDENCE, evidence.sha256)
        return
    db.execute(
        """
        INSERT INTO evidence (sha256, content_sha256, size, media_type, filename, received_at, outcome, body, key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            evidence.sha256, content_sha256, evidence.size, evidence.media_type, filename, at, outcome,
            evidence.body, key,
        ],
    )  # fmt: skip
    seal(db, bytes_by_digest.EVIDENCE, evidence.sha256)


def note_refusal(db: Database, sha256: str, refused: Refused) -> None:
    """Record why bytes are no log."""
    values: list[Any] = [str(refused), encoded(refused.problems), refused.count, sha256]
    db.execute(
        """
        UPDATE evidence SET message = ?, problems = ?, problem_count = ?
        WHERE sha256 = ? AND outcome = 'refused'
        """,
        values,
    )
    seal(db, bytes_by_digest.EVIDENCE, sha256)


def note_conflict(db: Database, sha256: str, message: str) -> None:
    """Record a log's conflict unless its file was purged."""
    if stored_purges.of_file(db, sha256) is not None:
        return
    db.execute("UPDATE evidence SET message = ? WHERE sha256 = ? AND outcome = 'conflict'", [message, sha256])
    seal(db, bytes_by_digest.EVIDENCE, sha256)


def same_content(db: Database, sha256: str) -> str | None:
    """Digest of a log without gzip, by that or by the bytes' digest."""
    row = db.execute(
        "SELECT content_sha256 FROM evidence WHERE (sha256 = ?1 OR content_sha256 = ?1) AND content_sha256 "
        "NOT NULL",
        [sha256],
    ).fetchone()
    return row[0] if row else None
