"""Adoption of engines, samples and issued reports by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts, remake
from auditor.store.legacy.legacy_reports import engines
from auditor.store.legacy.old_store import OldStore


def adopt_engines(db: Database) -> None:
    """Enter facts of engines, and name them in their rows."""
    tables = folded_so_far(db, "engines")
    enter_adopted(db, tables, engines(OldStore(db, no_parts), altered_keys(db, "engines")))
    rows = list(db.query("SELECT * FROM engines"))
    db.execute("DROP TABLE engines")
    remake(db, tables, "engines", rows)
