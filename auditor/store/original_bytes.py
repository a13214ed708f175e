"""Bytes of originals: gone with the last session derived from them, else by themselves."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.store.blobs.kept_bytes import bytes_of, column_of, is_whole
from auditor.store.bytes_by_digest import note_repair
from auditor.store.fact_parts import erase_part
from auditor.store.purged_rows import is_purged
from auditor.store.sealed import Sealed

ORIGINALS, LOGS = "originals", "derived_logs"  # the tables
_SESSIONS = """
SELECT {what} FROM derived_logs AS d JOIN imports AS i ON i.id = d.import JOIN sessions AS s ON s.id = d.session_id
WHERE i.original = o.id
"""
_PURGED = "EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = {key})"
_OF_SESSION = """
SELECT o.sha256, o.size FROM originals AS o WHERE o.id IN (
    SELECT i.original FROM sessions AS s CROSS JOIN derived_logs AS d CROSS JOIN imports AS i
    WHERE d.session_id = s.id AND i.id = d.import AND s.room = ? AND s.session = ?)
"""
_ENTERED = "SELECT count(*) FROM register WHERE json_extract(record, '$.original') = json_extract(CAST(? AS TEXT), '$')"
_LOGS = """
SELECT s.evidence FROM originals AS o JOIN imports AS i ON i.original = o.id JOIN derived_logs AS d ON d.import = i.id
JOIN sessions AS s ON s.id = d.session_id WHERE o.sha256 = ? ORDER BY d.import, d.position
"""
# Originals of a session all of whose logs are purged.
_ENDED = f"""
{_OF_SESSION}
    AND NOT EXISTS ({_SESSIONS.format(what="1")} AND NOT {_PURGED.format(key="s.evidence")})
    AND NOT {_PURGED.format(key="o.sha256")}
ORDER BY o.id
"""
# Originals without a session.
_WITHOUT = f"""
SELECT o.sha256, o.size, o.room, o.received_at FROM originals AS o
WHERE o.received_at < ? AND NOT EXISTS ({_SESSIONS.format(what="1")}) AND NOT {_PURGED.format(key="o.sha256")}
ORDER BY o.received_at, o.id
"""


def with_session(db: Database, room: str, session: str) -> list[tuple[str, int]]:
    """(digest, bytes) of originals from which a session's logs are derived."""
    return db.execute(_OF_SESSION, [room, session]).fetchall()


def ended_with(db: Database, room: str, session: str) -> list[tuple[str, int]]:
    """(digest, bytes) of originals that end with the purge of a session's logs."""
    return db.execute(_ENDED, [room, session]).fetchall()


def logs_of(db: Database, sha256: str) -> list[str]:
    """Digests of the logs of the sessions derived from an original."""
    rows = db.execute(_LOGS, [sha256]).fetchall()
    return [evidence for (evidence,) in rows]


def without_session(db: Database, before: str) -> list[tuple[str, int, str | None, str]]:
    """(digest, bytes, room, time) of unpurged originals without a session, received before a time."""
    return db.execute(_WITHOUT, [before]).fetchall()


def has_session(db: Database, sha256: str) -> bool:
    """Whether a session is derived from an original."""
    sql = f"SELECT 1 FROM originals AS o WHERE o.sha256 = ? AND EXISTS ({_SESSIONS.format(what='1')})"
    return db.execute(sql, [sha256]).fetchone() is not None


def is_as_received(db: Database, number: str) -> bool:
    """Whether an original's bytes are as received, or purged."""
    row = db.execute("SELECT sha256, body FROM originals WHERE id = ?", [int(number)]).fetchone()
    if row is None:
        return False
    sha256, body = row
    return (not body and is_purged(db, "evidence", sha256)) or is_whole(body, sha256)


def must_rest_on_facts(db: Database, sealed: Sealed, sha256: str) -> None:
    """Raise RecordDamaged where an original, its imports or the logs of these are not all and only what facts say, in a
    transaction that is to decide on them.
    """
    for (number,) in db.execute("SELECT id FROM originals WHERE sha256 = ?", [sha256]).fetchall():
        sealed.must_rest_on_facts(ORIGINALS, number)
        imports = db.execute("SELECT id FROM imports WHERE original = ?", [number]).fetchall()
        for (made,) in imports:
            sealed.must_rest_on_facts("imports", made)
            sealed.must_rest_on_facts(LOGS, made)
        if db.execute(_ENTERED, [number]).fetchone() != (len(imports),):
            raise RecordDamaged(
                f"An import of original {number} is missing, so that nothing is decided on it. Whoever runs the service looks "
                "with `auditor doctor` for what else was altered, and restores a backup."
            )


def repair(db: Database, sha256: str, body: bytes, at: str, by: str | None) -> None:
    """Repair an original's damaged bytes on record, within a transaction. ``body`` has the digest."""
    number, column = db.execute("SELECT id, body FROM originals WHERE sha256 = ?", [sha256]).fetchone()
    found = bytes_of(column, sha256)
    if found == body:
        return
    note_repair(db, "evidence", sha256, found, at, by)
    db.execute("UPDATE originals SET body = ? WHERE id = ?", [column_of(sha256, body), number])
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [ORIGINALS, f"{number}"])


def remove(db: Database, sha256: str) -> None:
    """Remove an original's bytes and quotes, while its purge is open."""
    row = db.execute("SELECT id FROM originals WHERE sha256 = ?", [sha256]).fetchone()
    if row is None:
        return
    db.execute("UPDATE originals SET body = ? WHERE id = ?", [b"", *row])
    for (problems,) in db.execute("SELECT problems FROM imports WHERE original = ?", row).fetchall():
        erase_part(db, problems)
    db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [ORIGINALS, f"{row[0]}"])
