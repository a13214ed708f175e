"""Scripts of SQL, statement by statement within a transaction, which a connection's own `executescript` would end."""

from __future__ import annotations

from collections.abc import Iterator
from sqlite3 import complete_statement

from sqlite_utils import Database


def execute_each(db: Database, script: str) -> None:
    """Execute the statements of a script. sqlite-utils does it too, and looks for their ends after each character."""
    for statement in _statements(script):
        db.conn.execute(statement)


def _statements(script: str) -> Iterator[str]:
    """The statements: up to a semicolon that is not within a text, a comment or a trigger."""
    *ended, rest = script.split(";")
    statement = ""
    for piece in ended:
        statement += f"{piece};"
        if complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement := (statement + rest).strip():
        yield statement
