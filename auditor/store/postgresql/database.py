"""A connection to PostgreSQL with what the store calls of sqlite-utils' Database."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import ClientCursor, errors
from sqlite_utils.utils import sqlite3

from auditor.store.postgresql.functions import SCHEMA
from auditor.store.postgresql.statements import translated

Values = Sequence[Any] | Mapping[str, Any] | None
_INSERT = re.compile(r"\s*INSERT (?:OR REPLACE )?INTO (\w+)\s*(\([^()]*\))?", re.IGNORECASE)
_PRAGMA = re.compile(r"PRAGMA (\w+)(?: = (\w+)|\((\w+)\))?$")
_COLUMNS = """
SELECT a.attname::text, coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE '%%next_%%(%%', FALSE)
FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = to_regclass(%s) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum
"""
_AT_ONCE = 2_000  # rows that are fetched together
_SAVED = "sound"
_NO_WAIT = 1  # millisecond: 0 is without end


class RowsRefused(sqlite3.IntegrityError):
    """Rows that PostgreSQL refuses, in its words."""


class DatabaseUnavailable(sqlite3.OperationalError):
    """No connection, no place, or another transaction that has the lock; in words."""


class StatementRefused(sqlite3.DatabaseError):
    """A statement that PostgreSQL cannot run, in its words."""


class StoreCursor(ClientCursor[Any]):
    """Rows of a statement. Values are put into its text, as their types are known from it alone."""

    @property
    def lastrowid(self) -> int | None:
        """The number that the inserted row got."""
        row = self.fetchone()
        return None if row is None else int(row[0])


class PostgresDatabase:
    """Statements of the store on one connection. Each raises StoreError."""

    def __init__(self, connection: psycopg.Connection[Any], patience: int) -> None:
        self.connection = connection
        self._columns: dict[str, list[tuple[str, bool]]] = {}
        self._patience = patience  # milliseconds for a lock
        self._begun = self._goes_on = False

    @property
    def conn(self) -> PostgresDatabase:
        """Itself: sqlite-utils has the connection there."""
        return self

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and has not ended, though its connection may be lost."""
        return self._begun

    @property
    def is_lost(self) -> bool:
        """Whether the connection is gone, with no transaction that has to learn of it."""
        return self.connection.closed and not self._begun

    def begin(self, how: str = "", *, goes_on: bool = False) -> None:
        """Begin a transaction. goes_on: after a refused statement too."""
        with in_our_errors():
            self.connection.execute(f"BEGIN {how}" + (f"; SAVEPOINT {_SAVED}" if goes_on else ""))
        self._begun, self._goes_on = True, goes_on

    def execute(self, sql: str, values: Values = None) -> Any:
        """Rows of a statement, read."""
        if sql.startswith("PRAGMA"):
            return self._setting(sql)
        with self._going_on(), in_our_errors():
            cursor = self.connection.cursor()
            cursor.execute(self._text(sql), _named(sql, values))
        return cursor

    def streamed(self, sql: str) -> Iterator[Any]:
        """Rows of a statement without values, some thousands at a time, as of one moment."""
        # holds its rows beyond a transaction, so that it needs none
        with (
            self._going_on(),
            in_our_errors(),
            self.connection.cursor(name=f"rows_{secrets.token_hex(8)}", withhold=not self._begun) as cursor,
        ):
            cursor.itersize = _AT_ONCE
            cursor.execute(translated(sql).replace("%%", "%"))
            self._save()
            yield from cursor

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row."""
        with in_our_errors():
            self.connection.cursor().executemany(translated(self._upsert(sql)), rows)

    def query(self, sql: str, values: Values = None) -> Iterator[dict[str, Any]]:
        """Rows as dictionaries."""
        cursor = self.execute(sql, values)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))

    def table_names(self) -> list[str]:
        """Names of the tables."""
        return [
            name
            for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Block after whose error a transaction that only reads goes on, as in SQLite."""
        try:
            yield
        except StatementRefused:
            if self._goes_on:
                self.connection.execute(f"ROLLBACK TO SAVEPOINT {_SAVED}")
            raise

    def _save(self) -> None:
        if self._goes_on:
            self.connection.execute(f"SAVEPOINT {_SAVED}")

    def commit(self) -> None:
        """End the transaction; all of it is on the disk."""
        with in_our_errors():
            self.connection.execute("COMMIT")
        self._begun = False

    def rollback(self) -> None:
        """Undo the transaction, unless it went with its connection."""
        begun, self._begun, self._goes_on = self._begun, False, False
        if begun and not self.connection.closed:
            with in_our_errors():
                self.connection.execute("ROLLBACK")

    def forget_columns(self) -> None:
        """Ask anew for the columns of tables, which were changed."""
        self._columns.clear()

    def wait_for_locks(self, milliseconds: int) -> None:
        """Set how long statements wait for a lock."""
        self._patience = milliseconds
        with in_our_errors():
            self.connection.execute(f"SET lock_timeout = {milliseconds or _NO_WAIT}")

    def _setting(self, sql: str) -> Any:
        """Pragmas of SQLite; here there are those of waiting and of a table's columns alone."""
        found = _PRAGMA.match(sql)
        name, value, of = found.groups() if found else ("", None, None)
        if name == "table_info":
            return self.execute("SELECT cid, name, type FROM pragma_table_info(?)", [of])
        if name != "busy_timeout":
            raise StatementRefused(f"{sql}: there is no such pragma in PostgreSQL")
        if value is not None:
            self.wait_for_locks(int(value))
        return self.execute("SELECT ?", [self._patience])

    def _text(self, sql: str) -> str:
        """A statement as PostgreSQL reads it; one that inserts a row gives its number."""
        text = translated(self._upsert(sql))
        found = _INSERT.match(sql)
        if found is None or " RETURNING " in text:
            return text
        numbers = [name for name, counted in self._columns_of(found[1]) if counted]
        return f"{text} RETURNING {numbers[0]}" if numbers else text

    def _upsert(self, sql: str) -> str:
        """`INSERT OR REPLACE` by the table's key."""
        found = _INSERT.match(sql)
        if found is None or "OR REPLACE" not in found[0]:
            return sql
        names = [name for name, _ in self._columns_of(found[1])]
        if found[2]:
            names = [name.strip() for name in found[2][1:-1].split(",")]
        changed = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in names)
        return f"{sql.replace(' OR REPLACE', '')} ON CONFLICT ON CONSTRAINT {found[1]}_pkey DO UPDATE SET {changed}"

    def _columns_of(self, table: str) -> list[tuple[str, bool]]:
        """Columns in order, and whether the database counts them up."""
        if table not in self._columns:
            self._columns[table] = self.connection.execute(_COLUMNS, [f"{SCHEMA}.{table}"]).fetchall()
        return self._columns[table]


@contextmanager
def in_our_errors() -> Iterator[None]:
    """Block whose errors of psycopg become those of the store."""
    try:
        yield
    except psycopg.Error as error:
        raise _ours(error)(f"{error}".strip()) from error


def _ours(error: psycopg.Error) -> Callable[[str], Exception]:
    match error:
        case errors.IntegrityError() | errors.RaiseException():
            return RowsRefused
        case psycopg.OperationalError() | psycopg.InterfaceError() | errors.ReadOnlySqlTransaction():
            return DatabaseUnavailable
        case _:
            return StatementRefused


def _named(sql: str, values: Values) -> Any:
    """Values as psycopg takes them: those of ?1, ?2 by name."""
    if values and "?1" in sql and not isinstance(values, Mapping):
        return {f"p{number}": value for number, value in enumerate(values, 1)}
    return values or ()
