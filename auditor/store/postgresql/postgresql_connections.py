"""Connections to a PostgreSQL database, one for each thread, with the transactions of the store."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, cast

import psycopg
from psycopg.adapt import AdaptersMap
from sqlite_utils import Database

from auditor.store.connection import Connections, OlderStore, StoreMissing
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.postgresql.database import (
    DatabaseUnavailable,
    PostgresDatabase,
    StoreCursor,
    in_our_errors,
)
from auditor.store.postgresql.described_changes import MigratedDatabase
from auditor.store.postgresql.functions import SCHEMA
from auditor.store.postgresql.overwritten_rows import made_anew
from auditor.store.postgresql.postgresql_tables import known_migrations, script_of_tables
from auditor.store.postgresql.postgresql_values import adapters_of_store
from auditor.store.postgresql.shared_keys import must_have_the_keys, note_keys, note_replaced_key
from auditor.store.register_key import FILE as REGISTER_KEY
from auditor.store.store_backup import BUSY_SECONDS

HEAD_LOCK = 0x61756469746F72  # of whoever writes: one transaction of all processes at a time
_SETTINGS = f"""
SET search_path = {SCHEMA}, pg_catalog; SET TimeZone = 'UTC'; SET jit = off; SET lock_timeout = {BUSY_SECONDS * 1000};
SET client_min_messages = warning
"""
_READ_ONLY = "; SET default_transaction_read_only = on"
_IS_MADE = f"SELECT to_regclass('{SCHEMA}._sqlite_migrations') IS NOT NULL"
_BEGAN_WITH = "0069_facts_alone"  # the last migration that the tables of every database are of
_APPLIED = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY id"
_NOTED = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('auditor', ?, CAST(CURRENT_TIMESTAMP AS TEXT))"
_VERSION = (
    "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('auditor', %s, now()::text)"
)


class PostgresConnections(Connections):
    """Connections by thread, opened on demand; a lost one is opened anew with the next transaction.

    A new database gets the tables of the last migration. path: of the file that a store has without a database, in the data
    folder, where keys and the head of the register are.
    """

    def __init__(self, path: Path, url: str, *, read_only: bool = False) -> None:
        super().__init__(path, read_only=read_only)
        self._url = url
        self._adapters: AdaptersMap | None = None

    def migrate(self) -> None:
        """Bring the tables up to date in one transaction, once among processes. Raises NewerStore, OlderStore."""
        self._must_not_be_newer()
        if not self.pending_migrations():
            return
        with self.writing() as db:
            self._must_not_be_newer()
            migrated = MigratedDatabase(cast(PostgresDatabase, db))
            for each in self._pending():
                each.fn(migrated)
                migrated.execute(_NOTED, [each.name])
            migrated.end()

    def must_be_up_to_date(self) -> None:
        """Raise OlderStore or NewerStore for another version's tables."""
        self._must_not_be_newer()
        missing = self.pending_migrations()
        if missing:
            raise OlderStore(
                f"the store was made by an earlier version of the program (it lacks {', '.join(missing)})"
            )

    def _pending(self) -> list[Any]:
        """Migrations that the database lacks. Raises OlderStore where one is of those that every database began with."""
        pending = set(self.pending_migrations())
        before = sorted(name for name in pending if name <= _BEGAN_WITH)
        if before:
            raise OlderStore(f"the tables in the database are not whole: they lack {', '.join(before)}")
        return [each for each in MIGRATIONS._migrations if each.name in pending]

    def must_have_keys(self) -> None:
        """See that the data folder has the keys of the database. Raises KeysOfAnotherFolder, UnusableKey."""
        if not must_have_the_keys(self.db, self.path.parent):
            with self.writing() as db:
                note_keys(db, self.path.parent)

    def note_register_key(self, db: Database, secret: str) -> None:
        """Note the key to which the register is handed over: the other data folders are to have it too."""
        note_replaced_key(db, REGISTER_KEY, secret)

    def pending_migrations(self) -> list[str]:
        """Migrations of this version that the database lacks."""
        applied = set(self._applied())
        return [name for name in known_migrations() if name not in applied]

    def later_migrations(self) -> list[str]:
        """Migrations of the database that this version lacks."""
        return [name for name in self._applied() if name not in known_migrations()]

    def _applied(self) -> list[str]:
        return [name for (name,) in self.db.execute(_APPLIED, [MIGRATIONS.name]).fetchall()]

    def must_be_in_place(self) -> None:
        """Raise StoreMissing where the data folder is gone; whether the database is there, each statement finds out."""
        if not self.path.parent.is_dir():
            raise StoreMissing(
                "The data folder, with the keys of the service and the last signature of the register, is not there any more: "
                "whether an older store is put back could not be said of what is written now. Stop the service, put the folder "
                "back, and start it again."
            )

    def overwrite_removed(self) -> None:
        """Return: removed rows stay where they were until the tables are made anew."""

    def bring_into_file(self) -> None:
        """Return: the server does it."""

    def make_anew(self) -> bool:
        """Make the tables anew without what was removed; False where somebody reads an earlier state. Raises StoreError."""
        return made_anew(cast(PostgresDatabase, self.db).connection)

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for _, each in self._all:
                each.close()
            self._all.clear()
        self._local = threading.local()

    def _held(self) -> tuple[Database, None]:
        held = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid() or held[1].is_lost:
            held = (os.getpid(), self._opened())
            self._local.held = held
        return cast(Database, held[1]), None  # what the store calls of it is there

    def _opened(self) -> PostgresDatabase:
        with in_our_errors():
            if self._adapters is None:
                with self._connected() as first:
                    self._make_tables(first)
                    self._adapters = adapters_of_store()
            conn = self._connected()
        with self._lock:
            self._all.append((threading.current_thread(), conn))
        return PostgresDatabase(conn, BUSY_SECONDS * 1000)

    def _connected(self) -> psycopg.Connection[Any]:
        conn = psycopg.connect(self._url, autocommit=True, cursor_factory=StoreCursor, context=self._adapters)
        try:
            conn.execute(_SETTINGS + (_READ_ONLY if self.read_only else ""))
        except BaseException:
            conn.close()
            raise
        return conn

    def _make_tables(self, conn: psycopg.Connection[Any]) -> None:
        """Make the tables where there are none, once among processes that start together."""
        if _one(conn, _IS_MADE):
            return
        if self.read_only:
            raise DatabaseUnavailable("there is no store in this database: start the service with it first")
        with conn.transaction():
            conn.execute(f"SELECT pg_advisory_xact_lock({HEAD_LOCK})")
            if not _one(conn, _IS_MADE):
                conn.execute(script_of_tables())
                for name in known_migrations():
                    conn.execute(_VERSION, [name])

    def _begin_writing(self, db: Database) -> None:
        """Begin the one transaction that may write, once no other one does. Raises StoreUnavailable."""
        ours = cast(PostgresDatabase, db)
        ours.begin()
        ours.send_later(f"SELECT pg_advisory_xact_lock({HEAD_LOCK})")
        if self.signing is None:  # which reads first
            self._wait_for_turn(ours)

    def _wait_for_turn(self, db: PostgresDatabase) -> None:
        try:
            db.send()
        except DatabaseUnavailable:
            db.rollback()
            raise

    def _begin_reading(self, db: Database) -> None:
        """Begin a transaction that reads one state."""
        cast(PostgresDatabase, db).begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", goes_on=True)


def _one(conn: psycopg.Connection[Any], sql: str) -> Any:
    row = conn.execute(sql).fetchone()
    return None if row is None else row[0]
