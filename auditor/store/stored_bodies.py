"""Bytes under their SHA-256: of evidence, and of filed documents. What was damaged is put back when it is sent again."""

from __future__ import annotations

import hashlib
from typing import Literal

from sqlite_utils import Database

from auditor.store.stored_seals import seal

Subject = Literal["evidence", "filed"]  # also the name of the table
EVIDENCE: Subject = "evidence"
FILED: Subject = "filed"


def is_kept(db: Database, subject: Subject, sha256: str) -> bool:
    """Whether bytes are on record, damaged or not."""
    return db.execute(f"SELECT 1 FROM {subject} WHERE sha256 = ?", [sha256]).fetchone() is not None


def is_whole(db: Database, subject: Subject, sha256: str, body: bytes) -> bool:
    """Whether the bytes that are on record are these, which have the digest."""
    (same,) = db.execute(f"SELECT body = ? FROM {subject} WHERE sha256 = ?", [body, sha256]).fetchone()
    return bool(same)


def repair(db: Database, subject: Subject, sha256: str, body: bytes, at: str, by: str | None) -> bool:
    """Put back bytes that were damaged, within a transaction, and whether they were. ``body`` has the digest.

    The repair is on record: what was found in their place, when, and who sent them again.
    """
    if is_whole(db, subject, sha256, body):
        return False
    found = bytes(db.execute(f"SELECT body FROM {subject} WHERE sha256 = ?", [sha256]).fetchone()[0])
    db.execute(
        "INSERT INTO repairs (at, subject, sha256, found_sha256, found_size, by) VALUES (?, ?, ?, ?, ?, ?)",
        [at, subject, sha256, hashlib.sha256(found).hexdigest(), len(found), by],
    )
    (number,) = db.execute("SELECT max(id) FROM repairs").fetchone()
    db.execute(f"UPDATE {subject} SET body = ? WHERE sha256 = ?", [body, sha256])
    seal(db, "repairs", number)
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [subject, sha256])
    return True
