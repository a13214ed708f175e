"""Words and files of answers and decisions, purged with their incident's last result."""

from __future__ import annotations

import msgspec
from sqlite_utils import Database

from auditor.errors import DocumentDamaged
from auditor.store.blobs.kept_bytes import bytes_of, column_of
from auditor.store.fact_parts import erase_part
from auditor.store.purged_rows import FILES_WITH_WORDS
from auditor.store.rows import NewFile, encoded

ATTACHMENTS = "attachments"  # the table
_WITHOUT_RESULTS = """
SELECT e.words, e.files FROM incident_events AS e JOIN fact_parts AS w ON w.digest = e.words
WHERE e.incident IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM incidents WHERE incidents.id = e.incident) ORDER BY e.id
"""


def is_on_record(db: Database, file: NewFile) -> bool:
    """Whether a file is on record, perhaps purged."""
    return db.execute("SELECT 1 FROM attachments WHERE sha256 = ?", [file.sha256]).fetchone() is not None


def new_bytes(db: Database, file: NewFile) -> int:
    """Number of a file's bytes that are not kept yet. Raises DocumentDamaged where others are kept in their place."""
    (column,) = db.execute("SELECT body FROM attachments WHERE sha256 = ?", [file.sha256]).fetchone() or (
        b"",
    )
    found = bytes_of(column, file.sha256)
    if column and found != file.body:
        raise DocumentDamaged(
            f"The file with SHA-256 {file.sha256} is on record with another answer, and its bytes in the store were altered. "
            "Nothing of this answer is kept. Restore the store from a backup, or leave the file out."
        )
    return 0 if found == file.body else len(file.body)


def keep_bytes(db: Database, file: NewFile) -> None:
    """Keep the bytes of a file on record, once. Purged ones come back."""
    sql = "UPDATE attachments SET body = ? WHERE sha256 = ? AND length(body) = 0"
    db.execute(sql, [column_of(file.sha256, file.body), file.sha256])


def purge(db: Database, incidents: list[str]) -> list[str]:
    """Erase the words of incidents in no result, and files that no words are left with, within a result's purge; the digests
    of these.
    """
    files: set[str] = set()
    for words, attached in db.execute(_WITHOUT_RESULTS, [encoded(incidents)]).fetchall():
        erase_part(db, words)
        files |= {each["sha256"] for each in msgspec.json.decode(attached)}
    if not files:
        return []
    gone = sorted(files.difference(kept for (kept,) in db.execute(FILES_WITH_WORDS)))
    for sha256 in gone:
        db.execute("UPDATE attachments SET body = ? WHERE sha256 = ?", [b"", sha256])
        db.execute("DELETE FROM damage WHERE subject = 'attachments' AND key = ?", [sha256])
    return gone
