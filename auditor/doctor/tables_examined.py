"""The database: pages, references, migrations, tables and indexes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor.fault import StoreFault
from auditor.doctor.guarded import guarded
from auditor.store.connection import Connections
from auditor.store.file_header import FileHeader
from auditor.store.legacy.migrations import MIGRATIONS

_MIGRATIONS = "_sqlite_migrations"
_WRITE_VERSIONS = (1, 2)
_SPACE = re.compile(r"[ \t\n\f\r]+")  # as SQLite has it
_Made = dict[str, tuple[str, str, str]]  # by name: its kind, of which table, and its SQL


def database(connections: Connections) -> Iterator[StoreFault]:
    """Faults found by SQLite: pages, indexes, constraints, references."""
    version = FileHeader.of(connections.path).write_version
    if version not in _WRITE_VERSIONS:
        yield StoreFault(
            "", "", "a file that SQLite writes to (version 1 or 2 in its header)", f"version {version}"
        )
    yield from guarded("", "", _integrity(connections.db))
    for table, row, parent, _ in connections.db.execute("PRAGMA foreign_key_check"):
        yield StoreFault(table, str(row), f"a reference to a row of {parent}", "a reference to none")


def _integrity(db: Database) -> Iterator[StoreFault]:
    for (words,) in db.execute("PRAGMA integrity_check"):
        if words != "ok":
            yield StoreFault("", "", "a database without faults", words)


def migrations(connections: Connections) -> Iterator[StoreFault]:
    """Later versions' migrations, gaps, and those of something else; pending ones are no fault."""
    for name in connections.later_migrations():
        yield StoreFault(_MIGRATIONS, name, "a migration that this version knows", "one of a later version")
    made = connections.db.execute(f"SELECT name, migration_set FROM {_MIGRATIONS}").fetchall()
    last = max((name for name, of in made if of == MIGRATIONS.name), default="")
    for name in (each for each in connections.pending_migrations() if each < last):
        yield StoreFault(_MIGRATIONS, name, f"a migration that was made before {last}", "none")
    for name, of in made:
        if of != MIGRATIONS.name:
            yield StoreFault(_MIGRATIONS, name, f"a migration of {MIGRATIONS.name}", f"one of {of}")


def unnoted(migration: str) -> StoreFault:
    """Fault of a pending migration whose tables are there, so that somebody removed its note."""
    return StoreFault(_MIGRATIONS, migration, "a migration that is noted, as its tables are there", "none")


def schema(connections: Connections) -> Iterator[StoreFault]:
    """Missing, altered or foreign tables and indexes, of an earlier store too; one that is up to date has no trigger."""
    db = connections.db
    found, newest = _made(db), _made_new(None)
    pending = [each.name for each in MIGRATIONS.pending(db)]
    if pending and found == newest:
        yield StoreFault(
            _MIGRATIONS, pending[-1], "a migration that is noted, as its tables are there", "none"
        )
        return
    expected = _made_new(pending[0]) if pending else newest
    for name, made in expected.items():
        if found.get(name) != made:
            what = "none" if name not in found else "another one of that name"
            yield StoreFault(made[1], name, "a table or index as the migration makes it", what)
    for name in sorted(found.keys() - expected.keys()):
        kind, table, _ = found[name]
        expected_of = "no trigger" if kind == "trigger" else "no other table or index"
        yield StoreFault(table, name, expected_of, "one that the program did not make")


@cache
def _made_new(before: str | None) -> _Made:
    """Schema of a new store. before: the first migration that was not made, or None."""
    db = Database(sqlite3.connect(":memory:", isolation_level=None), execute_plugins=False)
    MIGRATIONS.apply(db, stop_before=before)
    found = _made(db)
    db.close()
    return found


def has(db: Database, table: str) -> bool:
    """Whether a store has a table."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone() is not None


def _made(db: Database) -> _Made:
    """Tables, indexes, views and triggers of a store, without SQLite's statistics."""
    rows = db.execute(
        "SELECT name, type, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'"
    )
    return {name: (kind, table, _SPACE.sub(" ", sql or "")) for name, kind, table, sql in rows}
