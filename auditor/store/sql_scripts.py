"""Scripts of SQL run statement by statement, as `executescript` would end the transaction."""

from __future__ import annotations

from collections.abc import Iterator
from sqlite3 import complete_statement

from sqlite_utils import Database


def execute_each(db: Database, script: str) -> None:
    """Execute a script's statements, faster than sqlite-utils."""
    for statement in _statements(script):
        db.conn.execute(statement)


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
