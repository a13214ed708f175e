"""Bytes of evidence and filed documents by SHA-256; damaged ones are repaired when sent again."""

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
    """Whether the recorded bytes are these, which have the digest."""
    (same,) = db.execute(f"SELECT body = ? FROM {subject} WHERE sha256 = ?", [body, sha256]).fetchone()
    return bool(same)


def repair(db: Database, subject: Subject, sha256: str, body: bytes, at: str, by: str | None) -> bool:
    """Repair damaged bytes within a transaction; whether they were. ``body`` has the digest.

    The repair is recorded: found bytes, time, sender.
    """
    if is_whole(db, subject, sha256, body):
        return False
    found = bytes(
        db.execute(f"SELECT coalesce(body, x'') FROM {subject} WHERE sha256 = ?", [sha256]).fetchone()[0]
    )
    db.execute(
        "INSERT INTO repairs (at, subject, sha256, found_sha256, found_size, by) VALUES (?, ?, ?, ?, ?, ?)",
        [at, subject, sha256, hashlib.sha256(found).hexdigest(), len(found), by],
    )
    (number,) = db.execute("SELECT max(id) FROM repairs").fetchone()
    db.execute(f"UPDATE {subject} SET body = ? WHERE sha256 = ?", [body, sha256])
    seal(db, "repairs", number)
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [subject, sha256])
    return True
