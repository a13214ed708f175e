"""Rows of a store compared with what facts say, column by column."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from sqlite_utils import Database

from auditor.facts.canonical_record import UnknownFact
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import TABLES, Row
from auditor.store.legacy.column_catalogue import CataloguedTable, column_catalogue
from auditor.store.legacy.erased_rows import ErasedRows

_MISSING = "no value"


class AlteredCell(Struct, frozen=True):
    """A column of a row that facts say otherwise. column: None for the row. stored, stated: None where there is none."""

    table: str
    key: tuple[Any, ...]
    column: str | None
    stored: Any = None
    stated: Any = None

    def __str__(self) -> str:
        row = f"{self.table} {' '.join(map(str, self.key))}"
        if self.column is not None:
            return f"{row}: {self.column} is {_shown(self.stored)}, and facts say {_shown(self.stated)}."
        return f"{row} is not in the store." if self.stored is None else f"{row} is a row that no fact says."


def altered_cells(
    db: Database, tables: MemoryTables, facts: Iterable[RecordedFact | UnknownFact]
) -> Iterator[AlteredCell]:
    """Cells and rows of a store that are other than facts and their fold say.

    Erased bytes are compared with the purges that erased them. db: as for `facts_of`.
    """
    facts = list(facts)
    erased = ErasedRows(tables, facts)
    for table in column_catalogue().values():
        if table.key:
            yield from _compared(table, _stored(db, table), tables.of(table.name), erased)


def _stored(db: Database, table: CataloguedTable) -> Iterator[dict[str, Any]]:
    names = [*table.by_facts, *table.digests]
    columns = ", ".join(f'"{name}"' for name in names)
    for row in db.execute(f"SELECT {columns} FROM {table.name}"):
        yield dict(zip(names, row, strict=True))


def _compared(
    table: CataloguedTable, stored: Iterator[dict[str, Any]], stated: Iterable[Row], erased: ErasedRows
) -> Iterator[AlteredCell]:
    left = {tuple([row[name] for name in table.key]): row for row in stated}
    for row in stored:
        key = tuple([row[name] for name in table.key])
        said = left.pop(key, None)
        if said is None:
            yield AlteredCell(table.name, key, None, stored=row)
            continue
        for name in table.by_facts:
            if _plain(table.name, name, row[name]) != _plain(table.name, name, said[name], decode=False):
                yield AlteredCell(table.name, key, name, row[name], said[name])
        for name, digest in table.digests.items():
            found = _digest(_unpacked(row[name]) if table.is_packed(name) else row[name])
            if found != said[digest] and not (row[name] == b"" and erased.has(table.name, key[0])):
                yield AlteredCell(table.name, key, name, found, said[digest])
    for key, missing in left.items():
        yield AlteredCell(table.name, key, None, stated=missing)


def _plain(table: str, column: str, value: Any, *, decode: bool = True) -> Any:
    """A value that equals another one only if both say the same; JSON as its canonical bytes, and true as 1."""
    of_facts = TABLES.get(table)
    kind = of_facts.columns.get(column) if of_facts is not None else None
    if value is None:
        return None
    if kind == "json":
        return _canonical(value) if decode else msgspec.json.encode(value, order="sorted")
    if kind == "flag":
        return int(value)
    return value


def _canonical(text: str) -> bytes | str:
    """Canonical bytes of a column with JSON; the text where it is none."""
    try:
        return msgspec.json.encode(msgspec.json.decode(text), order="sorted")
    except msgspec.DecodeError:
        return text


def _unpacked(value: bytes) -> bytes:
    """Decompressed bytes; the bytes themselves where they are not whole or have others behind them."""
    packed = zlib.decompressobj()
    try:
        found = packed.decompress(value)
    except zlib.error:
        return value
    return found if packed.eof and not packed.unused_data else value


def _digest(value: str | bytes | None) -> str | None:
    if value is None:
        return None
    return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()


def _shown(value: Any) -> str:
    return _MISSING if value is None else repr(value)
