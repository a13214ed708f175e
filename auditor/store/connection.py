"""Connections to the SQLite file, one for each thread, all set up alike."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.store.file_header import cut_short
from auditor.store.legacy.adopted_store import copies_before
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.private_files import make_private
from auditor.store.store_backup import BUSY_SECONDS, copy_before_migration
from auditor.store.turn import WriteTurn

OLDEST_SQLITE = (3, 44)  # the first with an order inside an aggregate
_PAUSE = 0.01  # seconds
StoreError = sqlite3.Error  # of whichever SQLite is embedded
StoreUnavailable = sqlite3.OperationalError  # locked, full, or not to be read


class TransactionSigner(Protocol):
    """Signs what transactions enter (`auditor.store.register_signing`)."""

    def begin(self, db: Database) -> None:
        """Read what is signed before a transaction."""

    def sign(self, db: Database) -> str | None:
        """Sign what a transaction entered; the last checkpoint."""

    def end(self, db: Database, *, committed: bool) -> None:
        """End a transaction."""

    def on_disk(self) -> None:
        """Note that all signed is on the disk."""

    def extended(self) -> tuple[int, str] | None:
        """Number and note of the checkpoint that a transaction began with, or None."""

    def has_signed(self, db: Database, note: str) -> bool:
        """Whether a checkpoint is signed with the key, or with one that may have signed it."""


class StoreMissing(StoreUnavailable):
    """The store's file is gone or replaced, so that writes would be lost."""


class UnreadableStore(sqlite3.DatabaseError):  # whichever SQLite it is
    """A file that SQLite cannot open for damage, in words."""


class NewerStore(StoreError):
    """A store of a later version, in words for the operator."""


class OlderStore(StoreError):
    """A store of an earlier version opened read-only, which is not migrated."""


class UnsupportedSqlite(RuntimeError):
    """An embedded SQLite too old for the store's SQL, in words for the operator."""


def require_sqlite() -> None:
    """Raise UnsupportedSqlite for an embedded SQLite that is too old."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise UnsupportedSqlite(
            f"The store needs SQLite {oldest} or later; this Python uses {sqlite3.sqlite_version}. "
            "Install the package pysqlite3, which has its own SQLite, or use a Python with a newer one."
        )


class Connections:
    """Connections by thread, opened and set up on demand. Raises UnsupportedSqlite."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        require_sqlite()
        self.path = path
        self.signing: TransactionSigner | None = None  # of each transaction that may write
        self.transaction = 0  # number of the last one that could write
        self._writer: int | None = None  # its thread, while it goes on
        self.read_only = read_only
        self._local = threading.local()
        self._all: list[tuple[threading.Thread, Any]] = []  # who uses it, and what can be closed
        self._lock = threading.Lock()
        self._identity: tuple[int, int] | None = None  # of the file, once it was opened
        self._uses_wal = False
        self._wal = path.with_name(f"{path.name}-wal")
        self._wal_identity: tuple[int, int] | None = None  # once it was there

    def is_writing(self) -> bool:
        """Whether this thread is within a transaction that may write."""
        return self._writer == threading.get_ident()

    def migrate(self) -> None:
        """Bring the tables up to date, safe in several processes. Raises NewerStore."""
        if {each.name for each in MIGRATIONS.applied(self.db)} == _known_migrations():
            return
        with self.writing() as db:
            self._must_not_be_newer()
            pending = MIGRATIONS.pending(db)
            if pending and MIGRATIONS.applied(db):
                copies_before[db] = copy_before_migration(self.path, pending[0].name)
            MIGRATIONS.apply(db)

    def must_have_keys(self) -> None:
        """Return: the keys of a store's file are those beside it."""

    def note_register_key(self, db: Database, secret: str) -> None:
        """Note the key to which the register is handed over, where data folders share theirs."""

    def must_be_up_to_date(self) -> None:
        """Raise OlderStore or NewerStore for another version's tables."""
        self._must_not_be_newer()
        pending = MIGRATIONS.pending(self.db)
        if pending:
            raise OlderStore(
                f"the store was made by an earlier version of the program (it lacks {', '.join(each.name for each in pending)})"
            )

    def _must_not_be_newer(self) -> None:
        later = self.later_migrations()
        if later:
            raise NewerStore(
                f"the store was made by a later version of the program (it has {', '.join(later)}); start that version"
            )

    def pending_migrations(self) -> list[str]:
        """Migrations of this version that the store lacks."""
        return [each.name for each in MIGRATIONS.pending(self.db)]

    def later_migrations(self) -> list[str]:
        """Migrations of the file that this version lacks."""
        known = _known_migrations()
        return [each.name for each in MIGRATIONS.applied(self.db) if each.name not in known]

    def must_be_in_place(self) -> None:
        """Raise StoreMissing where the path has another file than the open one."""
        found = _identity(self.path)
        if found is None:
            why = "is not there any more"
        elif found != self._identity:
            why = "is another file than the one that the service opened"
        elif self._uses_wal and not self._has_its_wal():
            why = f"has lost its log of changes, {self._wal.name}"
        else:
            return
        raise StoreMissing(
            f"The store {self.path.name} in the data folder {why}: what is written now would be lost. Stop the service, put "
            "the folder back or restore a backup, and start it again."
        )

    def _has_its_wal(self) -> bool:
        """Whether the first write-ahead log is still there, as it is while a connection is open."""
        found = _identity(self._wal)
        self._wal_identity = self._wal_identity or found
        return found is not None and found == self._wal_identity

    @property
    def db(self) -> Database:
        """This thread's connection, never one from before a fork."""
        return self._held()[0]

    def _held(self) -> tuple[Database, WriteTurn | None]:
        held = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid():
            held = (os.getpid(), (self._open(), self._open_turn()))
            self._local.held = held
        found: tuple[Database, WriteTurn | None] = held[1]
        return found

    def _open(self) -> Database:
        mode = "ro" if self.read_only else "rwc"
        if self._identity is not None and not self.read_only:
            self.must_be_in_place()
            mode = "rw"  # never makes a new file
        elif not self.read_only:
            make_private(self.path)
        # isolation_level=None: an implicit BEGIN would be deferred
        conn = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}", timeout=BUSY_SECONDS, isolation_level=None,
            check_same_thread=False, uri=True,
        )  # fmt: skip
        try:
            self._set_up(conn)
        except BaseException:
            conn.close()
            raise
        with self._lock:
            self._all.append((threading.current_thread(), conn))
            self._identity = self._identity or _identity(self.path)
        return Database(conn, execute_plugins=False)

    def _set_up(self, conn: Any) -> None:
        try:
            if not self.read_only:
                self._uses_wal = _journal_of(conn) == "wal"  # not on every file system
                # NORMAL: checkpoints wait for the disk, commits do not; `writing` does, after its turn
                conn.execute(f"PRAGMA synchronous = {'NORMAL' if self._uses_wal else 'FULL'}")
            conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()  # reads the schema
        except UnicodeError as error:  # quoted from a damaged schema
            raise _unreadable("its schema has bytes that are not UTF-8") from error
        except StoreError as error:
            if type(error) is not sqlite3.DatabaseError:  # perhaps temporary, such as locked
                raise
            raise _unreadable(cut_short(self.path) or f"{error}") from error
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA recursive_triggers = ON")  # a REPLACE fires DELETE triggers
        conn.execute(
            "PRAGMA secure_delete = ON"
        )  # what is erased is in no free page, such as an earlier password's hash

    def _open_turn(self) -> WriteTurn | None:
        if self.read_only:
            return None
        try:
            turn = WriteTurn(self.path)
        except OSError as error:
            raise StoreUnavailable(f"the file of turns beside {self.path.name}: {error.strerror}") from error
        with self._lock:
            self._all.append((threading.current_thread(), turn))
        return turn

    @contextmanager
    def writing(self, *, lasting: bool = True, signed: bool = True) -> Iterator[Database]:
        """Write transaction, in order of arrival, kept whole or not at all.

        lasting: on the disk at its end; False: a power cut may undo it, so nothing of it is acknowledged. signed: as all that
        enters facts; False: it writes nothing that is on record, also while the register is not as it was signed. Raises
        StoreMissing, and StoreUnavailable where no turn comes.
        """
        db, turn = self._held()
        if turn is not None:
            _take(turn)
        try:
            with self._transaction(db, self.signing if signed else None):
                yield db
        finally:
            if turn is not None:
                turn.give()
        self.must_be_in_place()
        if lasting:
            self.to_disk()

    def to_disk(self) -> None:
        """Wait until all commits are on the disk. Raises StoreUnavailable."""
        self._wait_for_disk()
        if self.signing is not None:
            self.signing.on_disk()

    def _wait_for_disk(self) -> None:
        if not self._uses_wal:
            return  # each commit waits for the disk
        try:
            log = os.open(self._wal, os.O_RDONLY)
            try:
                os.fdatasync(log)
            finally:
                os.close(log)
        except OSError as error:
            raise StoreUnavailable(f"{self._wal.name} may not be on the disk: {error.strerror}") from error

    @contextmanager
    def _transaction(self, db: Database, signing: TransactionSigner | None) -> Iterator[None]:
        self._begin_writing(db)
        self.transaction += 1
        self._writer = threading.get_ident()
        committed = False
        try:
            if signing is not None:
                signing.begin(db)
            yield
            if signing is not None:
                signing.sign(db)
            self.must_be_in_place()
            db.commit()
            committed = True
        finally:
            self._writer = None
            if not committed:
                db.rollback()
            if signing is not None:
                signing.end(db, committed=committed)

    def overwrite_removed(self) -> None:
        """Have what is removed from now on overwritten in the file."""
        self.db.execute("PRAGMA secure_delete = ON")

    def make_anew(self) -> bool:
        """Make the file anew without what was removed; False where another reader holds an earlier state. Raises StoreError."""
        self.must_be_in_place()
        self.overwrite_removed()
        self.db.execute("VACUUM")
        (busy, _, _) = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def bring_into_file(self) -> None:
        """Copy the write-ahead log into the file, which one who writes would do after a long reader. Raises StoreError."""
        self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Read transaction with one snapshot; within another one it is that one."""
        db = self.db
        if db.conn.in_transaction:
            yield db
            return
        self._begin_reading(db)
        try:
            yield db
        finally:
            db.rollback()

    def _begin_writing(self, db: Database) -> None:
        """Begin the one transaction that may write."""
        db.conn.execute("BEGIN IMMEDIATE")

    def _begin_reading(self, db: Database) -> None:
        """Begin a transaction that reads one state."""
        db.conn.execute("BEGIN")

    def close(self) -> None:
        """Close every connection; one in use is closed by its thread, for closing it from another may crash the process."""
        with self._lock:
            for thread, each in self._all:
                if thread is threading.current_thread() or not thread.is_alive():
                    each.close()
            self._all.clear()
            self._wal_identity = None
        self._local = threading.local()


def _unreadable(why: str) -> UnreadableStore:
    return UnreadableStore(f"{why}; restore a backup")


def _known_migrations() -> set[str]:
    return {each.name for each in MIGRATIONS._migrations}


def _journal_of(conn: Any) -> str:
    """The kind of journal, a write-ahead log where it can be: SQLite does not wait where another process is just changing it."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = conn.execute("PRAGMA journal_mode = WAL").fetchone()
        except StoreUnavailable as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(_PAUSE)
        else:
            return f"{mode}"


def _take(turn: WriteTurn) -> None:
    try:
        turn.take(BUSY_SECONDS)
    except TimeoutError:
        raise StoreUnavailable(f"another process has been writing for {BUSY_SECONDS} seconds") from None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
