"""Tables of a fold that may be too many for memory: rows are written to a temporary file, many at once."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import TABLES, Row
from auditor.store.fact_tables_sql import fact_table
from auditor.store.stored_fact_tables import StoredFactTables, stored_row

AT_ONCE = 50_000  # rows that are written together: some 60 MB
_SETTINGS = ("journal_mode = OFF", "synchronous = OFF", "cache_size = -65536")

_Key = tuple[Any, ...]
_Columns = tuple[str, ...]  # of a table, which comes first


class FoldedFile:
    """Tables as a fold sees them. in_memory: those of `names` that are never written; at_once: rows that are written together.

    There is no file before that. Raises StoreError or OSError where the file cannot be written.
    """

    def __init__(self, names: Iterable[str], in_memory: Iterable[str], at_once: int = AT_ONCE) -> None:
        self._last = MemoryTables(names)  # rows written last, and all rows of those in memory
        self._in_memory = frozenset(in_memory)
        self._at_once = at_once
        self._waiting = 0  # rows to be written
        self._dropped: defaultdict[str, set[_Key]] = defaultdict(set)  # rows that may be in the file still
        self._db: Database | None = None
        self._hashes: dict[
            _Columns, set[int]
        ] = {}  # of values that rows of the file have: most questions are for new ones

    def get(self, table: str, *key: Any) -> Row | None:
        """A row by its key, or None."""
        row = self._last.get(table, *key)
        if (
            row is not None
            or key in self._dropped[table]
            or not self._may_have(table, TABLES[table].key, key)
        ):
            return row
        return StoredFactTables(self._file()).get(table, *key)

    def put(self, table: str, row: Row) -> None:
        """Write a row in place of the one that has its key. Raises TypeError for other columns or types."""
        self._last.put(table, row)
        if table not in self._in_memory:
            self._dropped[table].discard(TABLES[table].key_of(row))
            self._waiting += 1
            if self._waiting >= self._at_once:
                self._write()

    def drop(self, table: str, *key: Any) -> None:
        """Remove a row, if it is there."""
        self._last.drop(table, *key)
        if self._is_in_file(table):
            self._dropped[table].add(key)

    def of(self, table: str, **where: Any) -> Iterator[Row]:
        """Rows with these values, in the order of their keys."""
        last = list(self._last.of(table, **where))
        if not self._may_have(table, tuple(where), tuple(where.values())):
            return iter(last)
        key_of = TABLES[table].key_of
        found = {key_of(row): row for row in StoredFactTables(self._file()).of(table, **where)}
        found = {
            key: row
            for key, row in found.items()
            if key not in self._dropped[table] and self._last.get(table, *key) is None
        }
        found |= {key_of(row): row for row in last}
        return iter([found[key] for key in sorted(found)])

    def stored(self, table: str) -> Iterator[_Key]:
        """All rows of a table as a store has them, columns in order, by their keys."""
        if not self._is_in_file(table):
            return (stored_row(TABLES[table], row) for row in self._last.of(table))
        self._write()
        columns, key = ", ".join(TABLES[table].columns), ", ".join(TABLES[table].key)
        return iter(self._file().execute(f"SELECT {columns} FROM {table} ORDER BY {key}"))

    def close(self) -> None:
        """Remove the file."""
        if self._db is not None:
            (file,) = (
                file for _, name, file in self._db.conn.execute("PRAGMA database_list") if name == "main"
            )
            self._db.conn.close()
            Path(file).unlink(missing_ok=True)

    def _is_in_file(self, table: str) -> bool:
        return self._db is not None and table not in self._in_memory

    def _file(self) -> Database:
        if self._db is None:
            self._db = Database(sqlite3.connect(_new_file(), isolation_level=None))
            for setting in _SETTINGS:
                self._db.execute(f"PRAGMA {setting}")
            for name in self._last.names():
                self._db.execute(fact_table(name))
        return self._db

    def _write(self) -> None:
        """Write what waits."""
        db = self._file()
        db.execute("BEGIN")
        for name in (each for each in self._last.names() if each not in self._in_memory):
            table = TABLES[name]
            where = " AND ".join(f"{column} = ?" for column in table.key)
            db.conn.executemany(f"DELETE FROM {name} WHERE {where}", self._dropped.pop(name, ()))
            rows = list(self._last.of(name))
            marks = ", ".join("?" * len(table.columns))
            columns = ", ".join(table.columns)
            db.conn.executemany(
                f"INSERT OR REPLACE INTO {name} ({columns}) VALUES ({marks})",
                [stored_row(table, row) for row in rows],
            )
            for (of, *names), hashes in self._hashes.items():
                if of == name:
                    hashes.update(hash(tuple([row[column] for column in names])) for row in rows)
            self._last.clear(name)
        db.execute("COMMIT")
        self._waiting = 0

    def _may_have(self, table: str, columns: tuple[str, ...], values: _Key) -> bool:
        """Whether the file may have a row with some values; an index of their columns is made before."""
        if not self._is_in_file(table):
            return False
        if not columns:
            return True
        hashes = self._hashes.get((table, *columns))
        if hashes is None:
            hashes = self._hashes[table, *columns] = self._hashed(table, columns)
        return hash(values) in hashes

    def _hashed(self, table: str, columns: tuple[str, ...]) -> set[int]:
        db = self._file()
        if TABLES[table].key[: len(columns)] != columns:
            db.execute(f"CREATE INDEX {table}_by_{'_'.join(columns)} ON {table} ({', '.join(columns)})")
        return {hash(tuple(row)) for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}")}


def _new_file() -> str:
    """Path of an empty file that only its owner may read. SQLite's own temporary files may be in memory, as it was compiled."""
    handle, path = tempfile.mkstemp(prefix="auditor-fold-", suffix=".sqlite")
    os.close(handle)
    return path
