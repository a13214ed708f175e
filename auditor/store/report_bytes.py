"""Bytes of issued reports: integrity and purge."""

from __future__ import annotations

import hashlib

from sqlite_utils import Database

from auditor.store.purged_rows import is_purged

REPORTS = "reports"  # the table
_BODY = "SELECT sha256, body, audit FROM reports WHERE id = ?"


def is_as_issued(db: Database, number: int) -> bool:
    """Whether a report's bytes are as issued, or purged."""
    row = db.execute(_BODY, [number]).fetchone()
    if row is None:
        return False
    sha256, body, audit = row
    return (not body and is_purged(db, "audits", f"{audit}")) or hashlib.sha256(body).hexdigest() == sha256


def purge(db: Database, audit: int) -> None:
    """Remove the bytes of an audit's reports while its result's purge is open."""
    for (number,) in db.execute("SELECT id FROM reports WHERE audit = ?", [audit]).fetchall():
        db.execute("UPDATE reports SET body = ? WHERE id = ?", [b"", number])
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [REPORTS, f"{number}"])
