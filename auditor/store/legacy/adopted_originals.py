"""Adoption of originals, their imports and the logs of these by facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database

from auditor.facts.memory_tables import MemoryTables
from auditor.store.fact_parts import keep_body
from auditor.store.legacy import part_bodies
from auditor.store.legacy.adopted_rows import (
    altered_keys,
    enter_adopted,
    folded_so_far,
    remake,
    remake_in_file,
)
from auditor.store.legacy.legacy_uploads import originals
from auditor.store.legacy.old_store import OldStore
from auditor.store.legacy.original_tables import OF_FACTS
from auditor.store.sql_scripts import execute_each

_IMPORTS = "SELECT i.*, o.options FROM imports_before AS i LEFT JOIN import_options AS o ON o.import = i.id"


def adopt_originals(db: Database) -> None:
    """Enter facts of imports, with their problems as parts, and make the tables of these. The bytes stay beside.

    An import of which a log, the options or the original is not as it was sealed gets no fact.
    """
    tables = folded_so_far(db, "originals", "imports", "derived_logs")
    but = {
        name: altered_keys(db, name) for name in ("originals", "imports", "derived_logs", "import_options")
    }
    enter_adopted(db, tables, originals(OldStore(db, lambda body: keep_body(db, body)), but))
    looks = db.execute("SELECT original, version FROM importer_looks").fetchall()
    db.execute("DROP TABLE importer_looks")
    db.execute("ALTER TABLE imports RENAME TO imports_before")
    remake(db, tables, "imports", _imports(db, tables))
    remake_in_file(db, tables, ("derived_logs",), {})
    for name in ("import_options", "imports_before"):
        db.execute(f"DROP TABLE {name}")
    remake_in_file(db, tables, ("originals",), {"originals": ("body BLOB",)})
    execute_each(db, OF_FACTS)
    db.conn.executemany("INSERT INTO importer_looks (original, version) VALUES (?, ?)", looks)


def _imports(db: Database, tables: MemoryTables) -> Iterator[dict[str, Any]]:
    """Imports from before, each with the digest of its problems."""
    for row in db.query(_IMPORTS):
        made, problems = tables.get("imports", row["id"]), part_bodies.import_problems(row)
        if made is not None:
            row["problems"] = made["problems"]
        else:
            row["problems"] = None if problems is None else keep_body(db, problems)
        yield row
