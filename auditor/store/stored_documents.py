"""Documents of audits' results in the store: a row for each, and one for each of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from auditor.store.documents.document_contents import KEPT, DocumentAltered
from auditor.store.documents.document_making import DocumentPart
from auditor.store.documents.stored_result import StoredResult
from auditor.store.rows import encoded
from auditor.store.stored_seals import altered, last_seal, seal

TABLE, CHUNKS = "result_documents", "result_chunks"
_WITH_FINDINGS = """
SELECT id FROM audits WHERE id IN (SELECT value FROM json_each(?)) AND json_extract(counts, '$.findings') > 0 ORDER BY id
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
    """Write and seal the root of an audit's document. sessions: those that findings are of."""
    db.execute(
        "INSERT INTO result_documents (audit, root, salt, sessions, contents) VALUES (?, ?, ?, ?, ?)",
        [audit, root, None if salt is None else salt.hex(), encoded(list(sessions)), contents],
    )
    seal(db, TABLE, audit)


def document_of(db: Database, audit: int, up_to: int) -> StoredResult | None:
    """Result of an audit by its sealed root; None: it has none. up_to: the last signed seal. Raises DocumentAltered."""
    sealed = last_seal(db, TABLE, audit, up_to=up_to)
    row = db.execute("SELECT root, contents, salt FROM result_documents WHERE audit = ?", [audit]).fetchone()
    if row is None and sealed is None:
        return None
    if row is None or sealed is None or altered(db, sealed):
        raise DocumentAltered(f"The root of the document of audit {audit} is not the one that was sealed.")
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
    seal(db, TABLE, audit)


def with_findings(db: Database, audits: Iterable[int]) -> list[int]:
    """Audits among some that have findings, by the counts of their rows; their documents are yet to be compared."""
    rows = db.execute(_WITH_FINDINGS, [encoded(list(audits))])
    return [audit for (audit,) in rows]
