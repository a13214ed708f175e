"""Issued reports: their bytes, compared with their digests and with purges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from auditor.doctor.fault import Fault
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
    for number, sha256, size, purged in db.execute(_REPORTS).fetchall():
        (body,) = db.execute("SELECT body FROM reports WHERE id = ?", [number]).fetchone()
        found = hashlib.sha256(body).hexdigest()
        if purged and body:
            yield Fault(
                REPORTS,
                f"{number}",
                "no bytes, after the purge of its audit's result",
                f"{len(body):,} bytes",
            )
        elif not purged and (found, len(body)) != (sha256, size):
            expected = f"{size:,} bytes of SHA-256 {sha256}"
            yield Fault(REPORTS, f"{number}", expected, f"{len(body):,} bytes of SHA-256 {found}")
