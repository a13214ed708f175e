"""The database itself: its pages, references, migrations and triggers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.doctor.fault import Fault
from auditor.store.connection import Connections
from auditor.store.migrations import MIGRATIONS


def database(connections: Connections) -> Iterator[Fault]:
    """What SQLite itself finds: damaged pages, indexes that do not match, constraints, references to rows that are gone."""
    for (words,) in connections.db.execute("PRAGMA integrity_check"):
        if words != "ok":
            yield Fault("", "", "a database without faults", words)
    for table, row, parent, _ in connections.db.execute("PRAGMA foreign_key_check"):
        yield Fault(table, str(row), f"a reference to a row of {parent}", "a reference to none")


def migrations(connections: Connections) -> Iterator[Fault]:
    """Migrations of a later version. Those that are still to be made are none: the service makes them when it starts."""
    for name in connections.later_migrations():
        yield Fault(
            "_sqlite_migrations", name, "a migration that this version knows", "one of a later version"
        )


def triggers(connections: Connections) -> Iterator[Fault]:
    """Triggers that are missing or altered, of a store that is up to date."""
    db = connections.db
    if MIGRATIONS.pending(db):
        return
    expected, found = _made_new(), _triggers(db)
    for name, (table, sql) in expected.items():
        if name not in found:
            yield Fault(table, name, "a trigger that keeps the table's rows", "no trigger")
        elif found[name][1] != sql:
            yield Fault(table, name, "the trigger as the migration makes it", "another one of that name")
    for name in found.keys() - expected.keys():
        yield Fault(found[name][0], name, "no other trigger", "a trigger that the program did not make")


@cache
def _made_new() -> dict[str, tuple[str, str]]:
    db = Database(sqlite3.connect(":memory:", isolation_level=None), execute_plugins=False)
    MIGRATIONS.apply(db)
    found = _triggers(db)
    db.close()
    return found


def has(db: Database, table: str) -> bool:
    """Whether a store is of a version that has a table."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone() is not None


def _triggers(db: Database) -> dict[str, tuple[str, str]]:
    rows = db.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    return {name: (table, re.sub(r"\s+", " ", sql)) for name, table, sql in rows}
