"""Files attached to answers, against their digests and purges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded, must_answer
from auditor.doctor.tables_examined import has
from auditor.store.blobs.kept_bytes import bytes_of
from auditor.store.connection import Connections
from auditor.store.stored_fact_tables import has_facts

_KEPT = """
SELECT json_extract(f.value, '$.sha256') FROM incident_events AS e JOIN fact_parts AS w ON w.digest = e.words,
    json_each(e.files) AS f WHERE e.files != '[]'
"""
_KEPT_BEFORE = "SELECT f.sha256 FROM incident_files AS f JOIN incident_words AS w ON w.event = f.event"
_FILES = "SELECT sha256, size, sha256 IN ({kept}) FROM attachments ORDER BY sha256"


def files(connections: Connections) -> Iterator[StoreFault]:
    """Attached files with altered bytes, or bytes left by a purge."""
    db = connections.db
    if not has(db, "attachments"):
        return
    kept = _KEPT if has_facts(db, "incident_events") else _KEPT_BEFORE
    for row in db.execute(_FILES.format(kept=kept)):
        yield from must_answer(guarded("attachments", f"{row[0]}", _file(db, *row)))


def _file(db: Database, sha256: str, size: int, kept: int) -> Iterator[StoreFault]:
    (column,) = db.execute("SELECT body FROM attachments WHERE sha256 = ?", [sha256]).fetchone()
    body = bytes_of(column, sha256)
    found = hashlib.sha256(body).hexdigest()
    if kept and (found, len(body)) != (sha256, size):
        words = f"{len(body):,} bytes of SHA-256 {found}"
        yield StoreFault("attachments", sha256, f"{size:,} bytes of this SHA-256", words)
    elif not kept and column:
        yield StoreFault(
            "attachments", sha256, "no bytes, for no answer is left with it", f"{len(body):,} bytes"
        )
