"""Scripts of SQL run statement by statement, as `executescript` would end the transaction."""

from __future__ import annotations

from collections.abc import Iterator
from sqlite3 import complete_statement

from sqlite_utils import Database

_SCHEMA = "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"


def execute_each(db: Database, script: str) -> None:
    """Execute a script's statements, faster than sqlite-utils."""
    for statement in _statements(script):
        db.conn.execute(statement)


def edit_table(db: Database, name: str, *changes: tuple[str, str]) -> None:
    """Take conditions out of a table's definition, as SQLite says to: no row changes. changes: texts in it, and others for them.

    Each text has to be there.
    """
    (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [name]).fetchone()
    for before, after in changes:
        assert before in sql, f"{name} has no {before}"
        sql = sql.replace(before, after)
    (version,) = db.execute("PRAGMA schema_version").fetchone()
    db.execute("PRAGMA writable_schema = ON")
    db.conn.execute("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", [sql, name])
    db.execute(f"PRAGMA schema_version = {version + 1:d}")
    db.execute("PRAGMA writable_schema = RESET")


def _statements(script: str) -> Iterator[str]:
    *ended, rest = script.split(";")
    statement = ""
    for piece in ended:
        statement += f"{piece};"
        if complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement := (statement + rest).strip():
        yield statement


def set_aside(db: Database, *names: str) -> None:
    """Rename tables to NAME_before, within a transaction, so that other tables and triggers go on to refer to the names.

    SQLite has references of other tables follow a table that is renamed: their text is put back, as SQLite says to change one.
    """
    before = dict(db.execute(_SCHEMA).fetchall())
    db.execute("PRAGMA legacy_alter_table = ON")  # triggers stay as they are
    for name in names:
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    db.execute("PRAGMA legacy_alter_table = OFF")
    followed = [(before[name], name) for name, sql in db.execute(_SCHEMA) if sql != before.get(name, sql)]
    (version,) = db.execute("PRAGMA schema_version").fetchone()
    db.execute("PRAGMA writable_schema = ON")
    db.conn.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", followed)
    db.execute(f"PRAGMA schema_version = {version + 1:d}")
    db.execute("PRAGMA writable_schema = RESET")
