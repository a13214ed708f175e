"""Secrets and words of a store compared with the salted digests that facts have of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.kinds.facts_of_uploads import UploadRefused
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.salted_parts import part_digest
from auditor.store.legacy import part_bodies
from auditor.store.legacy.compared_rows import AlteredCell
from auditor.store.legacy.erased_rows import ErasedRows
from auditor.store.legacy.old_store import OldRow

Digests = dict[Any, str]  # stated, by the row's key
Facts = Iterable[RecordedFact | UnknownFact]


class _PartTable(Struct, frozen=True):
    """Parts of a table's rows: the columns that have one, and its bytes."""

    table: str
    key: str
    columns: tuple[str, ...]
    body: Callable[[OldRow], bytes | None]


_TABLES = (_PartTable("evidence", "sha256", ("message", "problems"), part_bodies.refusal),)


def altered_parts(
    db: Database, tables: MemoryTables, facts: Facts, salts: Mapping[str, bytes]
) -> Iterator[AlteredCell]:
    """Parts of a store's rows that are other than facts say, each with all its columns. salts: by the stated digests.

    Parts that are gone are compared with the purges that erased them.
    """
    facts = list(facts)
    by_facts, erased = _of_facts(facts), ErasedRows(tables, facts)
    for each in _TABLES:
        yield from _compared(db, erased, each, by_facts[each.table], salts)


def _of_facts(facts: Facts) -> dict[str, Digests]:
    """Digests of parts that no table has, of the last fact of each row."""
    found: dict[str, Digests] = {"evidence": {}}
    for fact in facts:
        if isinstance(fact, UploadRefused) and fact.parts:
            found["evidence"][fact.file.sha256] = fact.parts["problems"]
    return found


def _compared(
    db: Database, erased: ErasedRows, parts: _PartTable, stated: Digests, salts: Mapping[str, bytes]
) -> Iterator[AlteredCell]:
    cursor = db.execute(f"SELECT * FROM {parts.table}")
    names = [name for name, *_ in cursor.description]
    left = dict(stated)
    column = ", ".join(parts.columns)
    for values in cursor:
        row = dict(zip(names, values, strict=True))
        key = row[parts.key]
        digest, body = left.pop(key, None), parts.body(row)
        if digest is None and body is None:
            continue
        found = None if body is None else part_digest(salts.get(digest or "", bytes(32)), body)
        if found != digest and not (found is None and erased.has(parts.table, key)):
            yield AlteredCell(parts.table, (key,), column, found, digest)
    for key, digest in left.items():
        if not erased.has(parts.table, key):
            yield AlteredCell(parts.table, (key,), column, None, digest)
