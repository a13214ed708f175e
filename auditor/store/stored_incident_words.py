"""Words and files of answers and decisions, purged with their incident's last result."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.errors import DocumentDamaged
from auditor.store.rows import NewFile, encoded
from auditor.store.stored_seals import seal

ATTACHMENTS = "attachments"  # the table
_WITHOUT_RESULTS = """
SELECT e.id FROM incident_events AS e JOIN incident_words AS w ON w.event = e.id
WHERE e.incident IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM incidents WHERE incidents.id = e.incident) ORDER BY e.id
"""
_WITHOUT_WORDS = """
SELECT sha256 FROM attachments AS a WHERE length(body) > 0 AND NOT EXISTS (
    SELECT 1 FROM incident_files AS f JOIN incident_words AS w ON w.event = f.event WHERE f.sha256 = a.sha256)
"""


def keep_file(db: Database, file: NewFile, at: str) -> int:
    """Keep a file once; returns the number of new bytes. Purged files come back."""
    row = db.execute(
        "SELECT body = ?, length(body) FROM attachments WHERE sha256 = ?", [file.body, file.sha256]
    )
    found = row.fetchone()
    if found is None:
        db.execute(
            "INSERT INTO attachments (sha256, size, received_at, body) VALUES (?, ?, ?, ?)",
            [file.sha256, len(file.body), at, file.body],
        )
        seal(db, "attachments", file.sha256)
        return len(file.body)
    if found[1] == 0:
        db.execute("UPDATE attachments SET body = ? WHERE sha256 = ?", [file.body, file.sha256])
        return len(file.body)
    if not found[0]:
        raise DocumentDamaged(
            f"The file with SHA-256 {file.sha256} is on record with another answer, and its bytes in the store were altered. "
            "Nothing of this answer is kept. Restore the store from a backup, or leave the file out."
        )
    return 0


def purge(db: Database, incidents: list[str]) -> None:
    """Remove the words of incidents in no result, and unused files, while a result's purge is open."""
    for (event,) in db.execute(_WITHOUT_RESULTS, [encoded(incidents)]).fetchall():
        db.execute("DELETE FROM incident_words WHERE event = ?", [event])
        seal(db, "incident_words", event)
    for (sha256,) in db.execute(_WITHOUT_WORDS).fetchall():
        db.execute("UPDATE attachments SET body = x'' WHERE sha256 = ?", [sha256])
        db.execute("DELETE FROM damage WHERE subject = 'attachments' AND key = ?", [sha256])
