"""Adoption of lists of screening and closed alarms by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.fact_parts import keep_body
from auditor.store.legacy import part_bodies
from auditor.store.legacy.adopted_rows import (
    altered_keys,
    enter_adopted,
    folded_so_far,
    remake,
    remake_in_file,
)
from auditor.store.legacy.legacy_reports import screening
from auditor.store.legacy.old_store import OldStore
from auditor.store.legacy.screening_list_tables import OF_FACTS
from auditor.store.sql_scripts import execute_each

_LISTS, _CLOSINGS = "screening_lists", "screening_closings"


def adopt_screening(db: Database) -> None:
    """Enter facts of lists and closed alarms, with the words of these as parts, and make their tables of these."""
    tables = folded_so_far(db, _LISTS, _CLOSINGS)
    but = {name: altered_keys(db, name) for name in (_LISTS, _CLOSINGS)}
    enter_adopted(db, tables, screening(OldStore(db, lambda body: keep_body(db, body)), but))
    closings = list(db.query(f"SELECT * FROM {_CLOSINGS}"))
    for row in closings:
        made = tables.get(_CLOSINGS, row["id"])
        row["words"] = keep_body(db, part_bodies.closing_words(row)) if made is None else made["words"]
        del row["unit"], row["reason"]
    db.execute(f"DROP TABLE {_CLOSINGS}")
    remake(db, tables, _CLOSINGS, closings)
    remake_in_file(db, tables, (_LISTS,), {_LISTS: ("body BLOB",)})
    execute_each(db, OF_FACTS)
