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
from auditor.facts.tables import TABLES, Row, values_of
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
        self._kept: dict[_Columns, KeptValues] = {}  # in the file: most questions are for new ones

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
            dropped = self._dropped.get(table)
            if dropped:
                dropped.discard(TABLES[table].key_of(row))
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
        if self._waiting or any(self._dropped.values()):
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
            for (of, *names), kept in self._kept.items():
                if of == name:
                    kept.add(map(values_of(tuple(names)), rows))
            self._last.clear(name)
        db.execute("COMMIT")
        self._waiting = 0

    def _may_have(self, table: str, columns: tuple[str, ...], values: _Key) -> bool:
        """Whether the file may have a row with some values; an index of their columns is made before."""
        if not self._is_in_file(table):
            return False
        if not columns:
            return True
        kept = self._kept.get((table, *columns))
        if kept is None:
            kept = self._kept[table, *columns] = self._values(table, columns)
        return kept.may_have(values)

    def _values(self, table: str, columns: tuple[str, ...]) -> KeptValues:
        db = self._file()
        if TABLES[table].key[: len(columns)] != columns:
            db.execute(f"CREATE INDEX {table}_by_{'_'.join(columns)} ON {table} ({', '.join(columns)})")
        kept = KeptValues(is_numbered=TABLES[table].columns[columns[0]] == "integer")
        kept.add(db.execute(f"SELECT {', '.join(columns)} FROM {table}"))
        return kept


class KeptValues:
    """Values that some columns of a file's rows have: none is left out, and few others are taken for one.

    is_numbered: the first column has numbers, of which the greatest is enough: those of new rows are greater. Of others there
    are the hashes.
    """

    def __init__(self, *, is_numbered: bool) -> None:
        self._is_numbered = is_numbered
        self._last = -1
        self._hashes: set[int] = set()

    def add(self, rows: Iterable[_Key]) -> None:
        """Add values of rows."""
        if self._is_numbered:
            self._last = max(self._last, max((row[0] for row in rows if row[0] is not None), default=-1))
        else:
            self._hashes.update(map(hash, rows))

    def may_have(self, values: _Key) -> bool:
        """Whether a row may have some values."""
        if self._is_numbered:
            return values[0] is None or bool(values[0] <= self._last)
        return hash(values) in self._hashes


def _new_file() -> str:
    """Path of an empty file that only its owner may read. SQLite's own temporary files may be in memory, as it was compiled."""
    handle, path = tempfile.mkstemp(prefix="auditor-fold-", suffix=".sqlite")
    os.close(handle)
    return path
