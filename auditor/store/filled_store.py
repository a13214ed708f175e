"""A new store filled with a log and what its facts make: entries, rows, parts, bytes and results, as a copy of the log has them.

The rows are those of the fold, written once each; nothing is signed, and nothing is looked at again: the doctor compares it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from sqlite_utils import Database

from auditor.facts.salted_parts import SALT_BYTES
from auditor.facts.tables import TABLES, Row
from auditor.register.register_entries import leaf
from auditor.store.blobs.kept_bytes import moved_column
from auditor.store.documents.document_making import DocumentPart
from auditor.store.documents.stored_result import StoredResult
from auditor.store.log_checkpoints import CopiedCheckpoint, put_checkpoints
from auditor.store.log_contents import KEPT, KeptColumn, as_kept
from auditor.store.log_documents import CopiedDocument
from auditor.store.stored_corrections import insert_corrections, rows_of_corrections
from auditor.store.stored_documents import insert_chunks, insert_document
from auditor.store.stored_fact_tables import MADE_BY_FACTS
from auditor.store.stored_incidents import insert_incidents, rows_of_incidents
from auditor.store.stored_register import close_tiles

_ENTER = "INSERT INTO register (entry, nonce, record, leaf) VALUES (?, ?, ?, ?)"
_PART = "INSERT INTO fact_parts (digest, salt, body) VALUES (?, ?, ?)"
_COUNT = "UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?"
_COUNTED = "SELECT 1 FROM sqlite_sequence WHERE name = ?"
_COUNT_FIRST = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)"


class LogToFill(Protocol):
    """Source that a store is filled with. greatest: the last number that tables which count their rows ever gave."""

    @property
    def greatest(self) -> Mapping[str, int]:
        """The last number of each."""

    def checkpoints(self) -> Iterator[CopiedCheckpoint]:
        """Checkpoints in order, the one of all entries last."""

    def entries(self) -> Iterator[tuple[bytes, str]]:
        """Nonces and records, in order."""

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Rows of a table as a store has them, by their keys; columns in order."""

    def body(self, kept: KeptColumn, row: Row) -> bytes | None:
        """Bytes of a row's column; None where the row states none, or they were purged."""

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """Parts of facts that were not erased: their digest, then salt and body."""

    def documents(self) -> Iterator[tuple[int, str, CopiedDocument]]:
        """Documents of results: audit, root, document."""


def fill_store(db: Database, log: LogToFill) -> None:
    """Write a log and what its facts make into a store that has nothing, within a transaction. Raises StoreError, OSError."""
    _enter(db, log)
    for name in MADE_BY_FACTS:
        _put_table(db, name, log)
    parts = ((digest, kept[:SALT_BYTES], kept[SALT_BYTES:]) for digest, kept in log.parts())
    db.conn.executemany(_PART, parts)
    for audit, root, document in log.documents():
        _put_document(db, audit, root, document)
    for name, greatest in log.greatest.items():
        is_counted = db.execute(_COUNTED, [name]).fetchone() is not None
        db.execute(
            *((_COUNT, [greatest, name, greatest]) if is_counted else (_COUNT_FIRST, [name, greatest]))
        )


def _enter(db: Database, log: LogToFill) -> None:
    """Write the entries, their tiles, and the checkpoints."""
    entries = (
        (index, nonce, record, leaf(nonce, record.encode()))
        for index, (nonce, record) in enumerate(log.entries())
    )
    db.conn.executemany(_ENTER, entries)
    close_tiles(db)
    put_checkpoints(db, log.checkpoints())


def _put_table(db: Database, name: str, log: LogToFill) -> None:
    """Write the rows of a table, with what is beside the columns of facts."""
    columns = list(TABLES[name].columns)
    kept = [each for each in KEPT if each.table == name]
    rows = (dict(zip(columns, row, strict=True)) for row in log.rows(name))
    names = ", ".join([*columns, *(each.body for each in kept)])
    marks = ", ".join("?" * (len(columns) + len(kept)))
    written = (
        [*row.values(), *(_body(row, each, log) for each in kept)]
        for row in (_by_reference(rows) if name == "keys" else rows)
    )
    db.conn.executemany(f"INSERT INTO {name} ({names}) VALUES ({marks})", written)


def _body(row: Row, kept: KeptColumn, log: LogToFill) -> bytes | str | None:
    body = log.body(kept, row)
    if body is None:
        return None if kept.is_text else b""
    if kept.is_pointed:
        return moved_column(row[kept.digest], body)
    return as_kept(body, kept)


def _by_reference(keys: Iterable[Row]) -> Iterator[Row]:
    """Keys, each after the one that it replaces."""
    left, written = list(keys), set[str | None]({None})
    while left:
        ready = [row for row in left if row["replaces"] in written] or left
        yield from ready
        written |= {row["id"] for row in ready}
        left = [row for row in left if row["id"] not in written]


def _put_document(db: Database, audit: int, root: str, document: CopiedDocument) -> None:
    """Write the document of a result, and the rows by which it is found, unless a purge left only a part of it."""
    stored = {(name, number): body for name, number, body in document.parts}
    result = StoredResult(
        root, document.contents, document.salt, lambda name, number: stored.get((name, number))
    )
    insert_chunks(db, audit, (DocumentPart(*each) for each in document.parts))
    sessions = [] if document.salt is None else result.sessions_of_findings()
    insert_document(db, audit, root, document.contents, document.salt, sessions)
    if document.salt is not None:
        insert_incidents(db, audit, rows_of_incidents(result.incidents()))
        insert_corrections(db, audit, rows_of_corrections(result.corrections()))
