"""Bytes of evidence and filed documents by SHA-256; damaged ones are repaired when sent again."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.kinds.facts_of_holds import BlobRepaired
from auditor.store.blobs.kept_bytes import bytes_of, column_of
from auditor.store.fact_log import enter_fact

Subject = Literal["evidence", "filed"]  # also the name of the table
EVIDENCE: Subject = "evidence"
FILED: Subject = "filed"
# The number of the next repair: no number is given twice, also where rows were removed.
_NEXT = """
SELECT 1 + max(number) FROM (
    SELECT coalesce(max(id), 0) AS number FROM repairs
    UNION ALL SELECT coalesce((SELECT CAST(json_extract(record, '$.number') AS BIGINT) FROM register
        WHERE kind = 'blob.repaired' AND json_extract(record, '$.of') IS NULL ORDER BY entry DESC LIMIT 1), 0)) AS given
"""


def is_kept(db: Database, subject: Subject, sha256: str) -> bool:
    """Whether bytes are on record, damaged or not."""
    return db.execute(f"SELECT 1 FROM {subject} WHERE sha256 = ?", [sha256]).fetchone() is not None


def is_whole(db: Database, subject: Subject, sha256: str, body: bytes) -> bool:
    """Whether the recorded bytes are these, which have the digest. Raises BytesUnavailable."""
    return _kept(db, subject, sha256) == body


def _kept(db: Database, subject: Subject, sha256: str) -> bytes:
    (column,) = db.execute(f"SELECT body FROM {subject} WHERE sha256 = ?", [sha256]).fetchone()
    return bytes_of(column, sha256)


def repair(
    db: Database, subject: Subject, sha256: str, body: bytes, at: str, key: str | None, who: str | None = None
) -> bool:
    """Repair damaged bytes within a transaction; whether they were. ``body`` has the digest.

    The repair is recorded: found bytes, time, sender. key: that acts; who: the sender, if not the key.
    """
    found = _kept(db, subject, sha256)
    if found == body:
        return False
    note_repair(db, subject, sha256, found, at, key, who)
    db.execute(f"UPDATE {subject} SET body = ? WHERE sha256 = ?", [column_of(sha256, body), sha256])
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [subject, sha256])
    return True


def note_repair(
    db: Database,
    subject: Subject,
    sha256: str,
    found: bytes,
    at: str,
    key: str | None,
    who: str | None = None,
) -> None:
    """Enter that damaged bytes are put back, within a transaction. found: the damaged ones.

    key, who: as for `repair`. Raises RecordDamaged.
    """
    (number,) = db.execute(_NEXT).fetchone()
    about: dict[str, Any] = {"subject": subject, "sha256": sha256, "who": who or key, "at": at, "by": key}
    digest = hashlib.sha256(found).hexdigest()
    try:
        enter_fact(db, BlobRepaired(number=number, found_sha256=digest, found_size=len(found), **about))
    except DoesNotFollow as error:
        raise RecordDamaged(
            f"{error} Nothing is written. Whoever runs the service looks with `auditor doctor` for what was altered, and "
            "restores a backup."
        ) from error
