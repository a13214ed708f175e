"""Issued reports: their bytes, compared with their digests and with purges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import Fault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables import has
from auditor.store.connection import Connections
from auditor.store.report_bytes import REPORTS

_REPORTS = """
SELECT id, sha256, size, EXISTS (SELECT 1 FROM purges WHERE subject = 'audits' AND key = CAST(audit AS TEXT) AND done)
FROM reports ORDER BY id
"""


def issued(connections: Connections) -> Iterator[Fault]:
    """Reports whose bytes are no longer those that were issued, and bytes that a purge should have removed."""
    db = connections.db
    if not has(db, REPORTS):
        return
    for row in db.execute(_REPORTS):
        yield from guarded(REPORTS, f"{row[0]}", _report(db, *row))


def _report(db: Database, number: int, sha256: str, size: int, purged: int) -> Iterator[Fault]:
    (body,) = db.execute("SELECT body FROM reports WHERE id = ?", [number]).fetchone()
    found = hashlib.sha256(body).hexdigest()
    if purged and body:
        gone = "no bytes, after the purge of its audit's result"
        yield Fault(REPORTS, f"{number}", gone, f"{len(body):,} bytes")
    elif not purged and (found, len(body)) != (sha256, size):
        expected = f"{size:,} bytes of SHA-256 {sha256}"
        yield Fault(REPORTS, f"{number}", expected, f"{len(body):,} bytes of SHA-256 {found}")
