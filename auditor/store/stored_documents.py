"""Documents of audits' results in the store: a row for each, and one for each of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from auditor.store.documents.document_contents import KEPT, DocumentAltered
from auditor.store.documents.document_making import DocumentPart
from auditor.store.documents.stored_result import StoredResult
from auditor.store.rows import encoded

TABLE, CHUNKS = "result_documents", "result_chunks"
NO_ROOT = (
    "0" * 64
)  # of a result that was altered before facts or documents were made of it: no contents have it
_WITH_FINDINGS = """
SELECT id FROM audits WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
    AND CAST(json_extract(counts, '$.findings') AS BIGINT) > 0 ORDER BY id
"""
_PART = "SELECT body FROM result_chunks WHERE audit = ? AND list = ? AND number = ?"


def insert_chunks(db: Database, audit: int, parts: Iterable[DocumentPart]) -> None:
    """Write parts of an audit's document, as they are made."""
    db.conn.executemany(
        "INSERT INTO result_chunks (audit, list, number, body) VALUES (?, ?, ?, ?)",
        ((audit, each.name, each.number, each.body) for each in parts),
    )


def insert_document(
    db: Database, audit: int, root: str, contents: bytes, salt: bytes | None, sessions: Sequence[int]
) -> None:
    """Write the root of an audit's document. sessions: those that findings are of."""
    db.execute(
        "INSERT INTO result_documents (audit, root, salt, sessions, contents) VALUES (?, ?, ?, ?, ?)",
        [audit, root, None if salt is None else salt.hex(), encoded(list(sessions)), contents],
    )


def document_of(db: Database, audit: int) -> StoredResult | None:
    """Result of an audit by the root that its row has, which is to be as facts say; None: it has none. Raises
    DocumentAltered.
    """
    stated = db.execute("SELECT root FROM audits WHERE id = ?", [audit]).fetchone()
    row = db.execute("SELECT root, contents, salt FROM result_documents WHERE audit = ?", [audit]).fetchone()
    root = None if stated is None else stated[0]
    if row is None and root is None:
        return None
    if row is None or row[0] != root:
        raise DocumentAltered(f"The root of the document of audit {audit} is not the one that the audit has.")
    return result_of_row(db, audit, *row)


def result_of_row(db: Database, audit: int, root: str, contents: bytes, salt: str | None) -> StoredResult:
    """Result of an audit by its row. Raises DocumentAltered."""

    def stored(name: str, number: int) -> bytes | None:
        found = db.execute(_PART, [audit, name, number]).fetchone()
        return found[0] if found else None

    return StoredResult(root, contents, None if salt is None else bytes.fromhex(salt), stored)


def erase_document(db: Database, audit: int) -> None:
    """Erase what a purge of a result erases, while it is open: the parts but for summary and coverage, and their salt."""
    among = ", ".join("?" * len(KEPT))
    db.execute(f"DELETE FROM result_chunks WHERE audit = ? AND list NOT IN ({among})", [audit, *KEPT])
    db.execute("UPDATE result_documents SET salt = NULL WHERE audit = ?", [audit])


def with_findings(db: Database, audits: Iterable[int]) -> list[int]:
    """Audits among some that have findings, by the counts of their rows; their documents are yet to be compared."""
    rows = db.execute(_WITH_FINDINGS, [encoded(list(audits))])
    return [audit for (audit,) in rows]
