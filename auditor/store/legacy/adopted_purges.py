"""Adoption of purges, returned files, erasures and repairs by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts, remake
from auditor.store.legacy.legacy_holds import purges
from auditor.store.legacy.old_store import OldStore
from auditor.store.legacy.retention_tables import OF_FACTS
from auditor.store.sql_scripts import execute_each

_TABLES = ("purges", "returns", "erasures", "repairs")
_DONE = "done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))"  # until then bytes may be altered
_BESIDE = {"purges": (_DONE,), "repairs": (_DONE,)}


def adopt_purges(db: Database) -> None:
    """Enter facts of purges, returned files, erasures and repairs, and make their tables of these."""
    tables = folded_so_far(db, *_TABLES)
    but = {name: altered_keys(db, name) for name in _TABLES}
    enter_adopted(db, tables, purges(OldStore(db, no_parts), but))
    rows = {name: list(db.query(f"SELECT * FROM {name}")) for name in _TABLES}
    for name in ("erasures", "purges", "returns", "repairs"):  # which refers goes first
        db.execute(f"DROP TABLE {name}")
    for name in _TABLES:
        remake(db, tables, name, rows[name], *_BESIDE.get(name, ()))
    execute_each(db, OF_FACTS)
