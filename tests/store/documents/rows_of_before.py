"""Rows of findings and coverage as programs wrote them that had no documents, for tests of stores of then."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.store.documents.stored_result import StoredResult

_COLUMNS = {"session": "session_name", "table": "table_name"}


def put_rows_of_before(db: Database, audit: int, result: StoredResult) -> None:
    """Write a result's findings and coverage as rows, in the columns that the store's tables have."""
    for position, (session, each) in enumerate(result.findings()):
        values = {_COLUMNS.get(name, name): value for name, value in msgspec.structs.asdict(each).items()}
        _insert(db, "findings", {**values, "audit": audit, "position": position, "session": session})
    for position, row in enumerate(result.coverage()):
        _insert(db, "coverage", {**msgspec.structs.asdict(row), "audit": audit, "position": position})


def _insert(db: Database, table: str, values: dict[str, Any]) -> None:
    names = [
        name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table]) if name in values
    ]
    listed = [
        msgspec.json.encode(values[name]).decode() if isinstance(values[name], list) else values[name]
        for name in names
    ]
    db.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", listed)
