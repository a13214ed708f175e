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

from auditor.store.postgresql.statements import translated
from auditor.store.store_backup import BUSY_SECONDS

Values = Sequence[Any] | Mapping[str, Any] | None
_UNANSWERED = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b(?!.*\bRETURNING\b)", re.DOTALL)
_PRAGMA = re.compile(r"PRAGMA (\w+)(?: = (\w+)|\((\w+)\))?$")
_MOST_WAITING = 1 << 20  # characters of statements
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


class LateResult:
    """Outcome of a statement that waits for the next one."""

    def __init__(self, text: str, send: Callable[[], None]) -> None:
        self.text = text
        self._send = send
        self._rowcount: int | None = None

    @property
    def rowcount(self) -> int:
        """Number of rows that it wrote; it is sent now. Raises StoreError."""
        if self._rowcount is None:
            self._send()
        return self._rowcount or 0

    def note(self, rowcount: int) -> None:
        """Note what the statement did."""
        self._rowcount = rowcount


class PostgresDatabase:
    """Statements of the store on one connection. Each raises StoreError.

    Those of a transaction that nobody waits for go with the next one that has rows, or with its end: they take no journey of
    their own, and an error of theirs is raised then.
    """

    def __init__(self, connection: psycopg.Connection[Any], patience: int) -> None:
        self.connection = connection
        self._waiting: list[LateResult] = []
        self._waits_long = 0  # characters that wait
        self._patience = patience  # milliseconds for a lock
        self._begun = self._goes_on = self._writes = False

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
        """Begin a transaction, with its first statement. goes_on: after a refused statement too."""
        self._waiting.clear()
        self.send_later(f"BEGIN {how}")
        if goes_on:
            self.send_later(f"SAVEPOINT {_SAVED}")
            self.send()
        self._begun, self._goes_on, self._writes = True, goes_on, "READ ONLY" not in how

    def execute(self, sql: str, values: Values = None) -> Any:
        """Rows of a statement, read; of one in a transaction that has none, what it did once it is sent."""
        if sql.startswith("PRAGMA"):
            return self._setting(sql)
        with in_our_errors():
            text = StoreCursor(self.connection).mogrify(translated(sql), _named(sql, values))
        if self._begun and self._writes and _UNANSWERED.match(sql):
            return self.send_later(text)
        return self._sent(text)

    def send_later(self, text: str) -> LateResult:
        """Have a statement go with the next one; what it did."""
        late = LateResult(text, self.send)
        self._waiting.append(late)
        self._waits_long += len(text)
        if self._waits_long > _MOST_WAITING:
            self.send()
        return late

    def send(self) -> None:
        """Send what waits."""
        if self._waiting:
            last = self._waiting.pop()
            last.note(self._sent(last.text).rowcount)

    def _sent(self, text: str) -> Any:
        """Rows of a statement, which goes with those that wait."""
        waiting, self._waiting, self._waits_long = self._waiting, [], 0
        with self._going_on(), in_our_errors():
            cursor = self.connection.cursor()
            cursor.execute(";\n".join([*(each.text for each in waiting), text]))
            for each in waiting:
                each.note(cursor.rowcount)
                cursor.nextset()
        return cursor

    def streamed(self, sql: str) -> Iterator[Any]:
        """Rows of a statement without values, some thousands at a time, as of one moment."""
        self.send()
        # holds its rows beyond a transaction, so that it needs none
        with (
            self._going_on(),
            in_our_errors(),
            self.connection.cursor(name=f"rows_{secrets.token_hex(8)}", withhold=not self._begun) as cursor,
        ):
            cursor.itersize = _AT_ONCE
            cursor.execute(translated(sql).replace("%%", "%"))
            yield from cursor

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row."""
        for row in rows:
            self.execute(sql, row)

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

    def commit(self) -> None:
        """End the transaction; all of it is on the disk."""
        if (
            self._sent("COMMIT").statusmessage != "COMMIT"
        ):  # PostgreSQL undoes one that has a refused statement, and says no more
            raise StatementRefused("a statement was refused, and nothing of the transaction is kept")
        self._begun = False

    def rollback(self) -> None:
        """Undo the transaction, unless it went with its connection."""
        begun, self._begun, self._goes_on = self._begun, False, False
        was_sent = not (self._waiting and self._waiting[0].text.startswith("BEGIN"))
        self._waiting.clear()
        if begun and was_sent and not self.connection.closed:
            with in_our_errors():
                self.connection.execute("ROLLBACK")

    def wait_for_locks(self, milliseconds: int) -> None:
        """Set how long statements wait for a lock."""
        self._patience = milliseconds
        self.send()
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


@contextmanager
def in_our_errors() -> Iterator[None]:
    """Block whose errors of psycopg become those of the store."""
    try:
        yield
    except psycopg.Error as error:
        raise _ours(error)(_words(error)) from error


def _words(error: psycopg.Error) -> str:
    if isinstance(error, errors.LockNotAvailable):
        return f"another process has been writing for {BUSY_SECONDS} seconds"
    return f"{error}".strip()


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
