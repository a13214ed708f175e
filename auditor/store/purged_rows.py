"""Purges on record, each found by its row and by its signed fact, which names what it is of.

Where one of the two is missing, or they differ, nothing is said of what was purged or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlite_utils import Database

from auditor.errors import PurgeDamaged, RecordDamaged
from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.handlers import row_of_fact
from auditor.facts.kinds.facts_of_holds import EvidencePurgedOnRecord, ResultPurgedOnRecord
from auditor.facts.tables import Row
from auditor.register.register_entries import leaf
from auditor.store.rows import Purged, encoded
from auditor.store.stored_fact_tables import StoredFactTables

PURGES = "purges"  # the table
KIND_OF_FILES, KIND_OF_RESULTS = "evidence.purged", "result.purged"
_KINDS = {"evidence": KIND_OF_FILES, "audits": KIND_OF_RESULTS}  # of facts, by the subject of the purge
_COLUMNS = (
    "id",
    "at",
    "by",
    "sha256",
    "size",
    "last_day",
    "year_ends",
    "years",
    "kept_until",
    "parameter",
    "clause",
)
_NUMBERS = {"id", "size", "years"}
_BETWEEN = "\x1f"  # values of a purge as one text
_FACTS = "SELECT entry, nonce, record, leaf FROM register WHERE kind = ? AND json_extract(record, '$.of') = ?"
# Rows that show their purge, the subject of that, and SQL of what it is of.
_SHOWN = {
    "evidence": ("evidence", "SELECT value FROM json_each(?)"),
    "sessions": (
        "evidence",
        "SELECT evidence FROM sessions WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
    ),
    "originals": (
        "evidence",
        "SELECT sha256 FROM originals WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
    ),
    "audits": ("audits", "SELECT CAST(value AS TEXT) FROM json_each(?)"),
    "reports": (
        "audits",
        "SELECT CAST(audit AS TEXT) FROM reports WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
    ),
}
_ON_RECORD = """
SELECT key FROM purges WHERE subject = ?1 AND key IN (SELECT value FROM json_each(?3))
UNION SELECT json_extract(record, '$.of') FROM register
    WHERE kind = ?2 AND json_extract(record, '$.of') IN (SELECT value FROM json_each(?3))
"""
FILES_WITH_WORDS = """
SELECT DISTINCT json_extract(f.value, '$.sha256') FROM incident_events AS e JOIN fact_parts AS w ON w.digest = e.words
    CROSS JOIN json_each(e.files) AS f WHERE e.files != '[]'
"""


def has_words(db: Database, sha256: str) -> bool:
    """Whether an answer with words has an attached file, so that no purge removed it."""
    return db.execute(f"SELECT 1 WHERE ? IN ({FILES_WITH_WORDS})", [sha256]).fetchone() is not None


def of_file(db: Database, sha256: str) -> Purged | None:
    """Purge of the file with a digest, or None. Raises RecordDamaged."""
    return _of(db, "evidence", sha256)


def of_audit(db: Database, number: int) -> Purged | None:
    """The purge of an audit's result, or None. Raises RecordDamaged."""
    return _of(db, "audits", f"{number}")


def of_log(db: Database, sha256: str, content_sha256: str) -> Purged | None:
    """The first purge of a file with a digest, or of the same content, or None. Raises RecordDamaged."""
    files = db.execute(
        "SELECT sha256 FROM evidence WHERE sha256 = ? OR content_sha256 = ?", [sha256, content_sha256]
    )
    found = [of_file(db, each) for (each,) in files.fetchall()]
    return min((each for each in found if each is not None), key=lambda each: each.id, default=None)


def is_purged(db: Database, subject: str, key: str) -> bool:
    """Whether a purge is on record, and as its fact says."""
    return is_sound(db, subject, key) and _of(db, subject, key) is not None


def is_sound(db: Database, subject: str, key: str) -> bool:
    """Whether the purge of something is as its fact says; also where there is none of both."""
    try:
        _of(db, subject, key)
    except RecordDamaged:
        return False
    return True


def is_erased(db: Database) -> bool:
    """Whether nothing purged can be left in a store's file."""
    (left,) = db.execute(
        "SELECT coalesce(max(id), 0) > (SELECT coalesce(max(purge), 0) FROM erasures) FROM purges"
    ).fetchone()
    return not left


def doubtful(db: Database, table: str, keys: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str, str]]:
    """Purges, by subject and key, of rows of a table that are not as their facts say, are not there, or have no fact."""
    if table not in _SHOWN:
        return
    subject, sql = _SHOWN[table]
    of = [key for (key,) in db.execute(sql, [encoded([key for (key,) in keys])])]
    for (key,) in db.execute(_ON_RECORD, [subject, _KINDS[subject], encoded(of)]).fetchall():
        if not is_sound(db, subject, key):
            yield subject, key


def _of(db: Database, subject: str, key: str) -> Purged | None:
    row = StoredFactTables(db).get(PURGES, subject, key)
    entry = db.execute(_FACTS, [_KINDS[subject], key]).fetchone()
    if row is None and entry is None:
        return None
    if row is None or entry is None or row != _made(subject, *entry):
        raise PurgeDamaged(
            f"What the store has of the purge of {subject} {key} is not what was written, so that nothing of it is given, and "
            "nothing is kept in its place. Whoever runs the service looks with `auditor doctor` for what else was altered, and "
            "restores a backup."
        )
    return Purged(*[row[name] for name in _COLUMNS])


def _made(subject: str, entry: int, nonce: bytes, record: str, hashed: bytes) -> Row | None:
    """The row that a purge's fact makes; None where its record is not the one of its leaf."""
    try:
        fact = from_record(record.encode()) if leaf(nonce, record.encode()) == hashed else None
    except (UnreadableFact, TypeError, ValueError):
        return None
    if not isinstance(fact, EvidencePurgedOnRecord | ResultPurgedOnRecord):
        return None
    return row_of_fact(PURGES, entry, fact, subject=subject, key=fact.of)


def selected(subject: str, key: str) -> str:
    """SQL of a row's purge as a column for `read`. ``key``: SQL of the row's key.

    Whoever gives such a row has it compared with `doubtful`.
    """
    columns = f" || '{_BETWEEN}' || ".join(f"purges.{name}" for name in _COLUMNS)
    return f"(SELECT {columns} FROM purges WHERE purges.subject = '{subject}' AND purges.key = {key})"


def read(text: str | None) -> Purged | None:
    """The value of such a column."""
    if text is None:
        return None
    values = zip(_COLUMNS, text.split(_BETWEEN), strict=True)
    found: list[Any] = [int(value) if name in _NUMBERS else value for name, value in values]
    return Purged(*found)
