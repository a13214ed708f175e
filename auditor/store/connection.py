"""Connections to the one SQLite file: one for each thread, all set up alike."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.store.migrations import MIGRATIONS

BUSY_SECONDS = 30
OLDEST_SQLITE = (3, 44)  # the first with an order inside an aggregate
StoreError = sqlite3.Error  # what the embedded SQLite raises, whichever SQLite it is
StoreUnavailable = sqlite3.OperationalError  # locked, full, or not to be read


class UnsupportedSqlite(RuntimeError):
    """The embedded SQLite is older than the store's SQL, in words for the person who starts the service."""


def require_sqlite() -> None:
    """Raise UnsupportedSqlite where the embedded SQLite is too old for the store."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise UnsupportedSqlite(
            f"The store needs SQLite {oldest} or later; this Python uses {sqlite3.sqlite_version}. "
            "Install the package pysqlite3, which has its own SQLite, or use a Python with a newer one."
        )


class Connections:
    """Opens, sets up and keeps one connection for each thread that asks. Raises UnsupportedSqlite."""

    def __init__(self, path: Path) -> None:
        require_sqlite()
        self.path = path
        self._local = threading.local()
        self._all: list[Any] = []
        self._lock = threading.Lock()

    def migrate(self) -> None:
        """Bring the file's tables up to date; several processes may try at once."""
        with self.writing() as db:
            MIGRATIONS.apply(db)

    @property
    def db(self) -> Database:
        """This thread's connection. One made before a fork is not used after it."""
        held = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid():
            held = (os.getpid(), self._open())
            self._local.held = held
        database: Database = held[1]
        return database

    def _open(self) -> Database:
        # isolation_level=None: no implicit BEGIN, which would be a deferred one
        conn = sqlite3.connect(
            str(self.path), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA recursive_triggers = ON")  # so that a REPLACE fires the triggers of a DELETE
        with self._lock:
            self._all.append(conn)
        return Database(conn, execute_plugins=False)

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction that may write from its beginning, and all or nothing of which is kept."""
        db = self.db
        db.conn.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.rollback()
            raise
        db.commit()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A transaction that only reads: all its queries see the same moment."""
        db = self.db
        db.conn.execute("BEGIN")
        try:
            yield db
        finally:
            db.rollback()

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for conn in self._all:
                conn.close()
            self._all.clear()
        self._local = threading.local()
