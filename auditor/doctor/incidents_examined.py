"""Words and files of incidents against digests and purges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.doctor.tables_examined import has
from auditor.store.connection import Connections

_ANSWERED = """
SELECT e.id, e.words_sha256, w.words, EXISTS (SELECT 1 FROM incidents WHERE incidents.id = e.incident),
    EXISTS (SELECT 1 FROM purges WHERE subject = 'audits' AND key = CAST(e.audit AS TEXT) AND done)
FROM incident_events AS e LEFT JOIN incident_words AS w ON w.event = e.id ORDER BY e.id
"""
_FILES = """
SELECT a.sha256, a.size, EXISTS (
    SELECT 1 FROM incident_files AS f JOIN incident_words AS w ON w.event = f.event WHERE f.sha256 = a.sha256)
FROM attachments AS a ORDER BY a.sha256
"""


def words(connections: Connections) -> Iterator[StoreFault]:
    """Words altered, gone without a purge, or left by one."""
    db = connections.db
    if not has(db, "incident_events"):
        return
    for row in db.execute(_ANSWERED):
        yield from guarded("incident_words", f"{row[0]}", _words(*row))


def _words(
    number: int, sha256: str | None, text: str | None, reported: int, purged: int
) -> Iterator[StoreFault]:
    if sha256 is not None and text is None and not purged:
        yield StoreFault("incident_words", f"{number}", f"words of SHA-256 {sha256}", "none, and no purge")
    if text is None:
        return
    found = hashlib.sha256(text.encode()).hexdigest()
    if found != sha256:
        yield StoreFault(
            "incident_words", f"{number}", f"words of SHA-256 {sha256}", f"words of SHA-256 {found}"
        )
    if purged and not reported:
        yield StoreFault("incident_words", f"{number}", "none, after the purge of every result", "words")


def files(connections: Connections) -> Iterator[StoreFault]:
    """Attached files with altered bytes, or bytes left by a purge."""
    db = connections.db
    if not has(db, "attachments"):
        return
    for row in db.execute(_FILES):
        yield from guarded("attachments", f"{row[0]}", _file(db, *row))


def _file(db: Database, sha256: str, size: int, kept: int) -> Iterator[StoreFault]:
    (body,) = db.execute("SELECT body FROM attachments WHERE sha256 = ?", [sha256]).fetchone()
    found = hashlib.sha256(body).hexdigest()
    if kept and (found, len(body)) != (sha256, size):
        words = f"{len(body):,} bytes of SHA-256 {found}"
        yield StoreFault("attachments", sha256, f"{size:,} bytes of this SHA-256", words)
    elif not kept and body:
        yield StoreFault(
            "attachments", sha256, "no bytes, for no answer is left with it", f"{len(body):,} bytes"
        )
