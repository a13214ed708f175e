"""Bytes of issued reports: integrity and purge."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.blobs.kept_bytes import is_whole
from auditor.store.purged_rows import is_purged

REPORTS = "reports"  # the table
_BODY = "SELECT sha256, body, audit FROM reports WHERE id = ?"


def is_as_issued(db: Database, number: int) -> bool:
    """Whether a report's bytes are as issued, or purged."""
    row = db.execute(_BODY, [number]).fetchone()
    if row is None:
        return False
    sha256, body, audit = row
    return (not body and is_purged(db, "audits", f"{audit}")) or is_whole(body, sha256)


def purge(db: Database, audit: int) -> list[str]:
    """Remove the bytes of an audit's reports within its result's purge; their digests."""
    found = db.execute("SELECT id, sha256 FROM reports WHERE audit = ?", [audit]).fetchall()
    for number, _ in found:
        db.execute("UPDATE reports SET body = ? WHERE id = ?", [b"", number])
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [REPORTS, f"{number}"])
    return [sha256 for _, sha256 in found]
