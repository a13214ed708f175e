"""Adoption of rows by facts, subject by subject, in the migration from which on facts make them.

A row that is not as it was sealed gets no fact, and counts for nothing from then on: the doctor names it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NoReturn

from sqlite_utils import Database

from auditor.facts.canonical_record import to_record
from auditor.facts.fold import apply
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.memory_tables import MemoryTables
from auditor.store.legacy.legacy_keys import keys
from auditor.store.legacy.old_store import OldStore
from auditor.store.stored_register import append_record, size
from auditor.store.stored_seals import ALL_SEALS, altered_rows, stated_in_entries


def adopt_keys(db: Database) -> None:
    """Enter facts of the keys on record, and name them in their rows."""
    stated = stated_in_entries.get(db)
    altered = {key for (key,) in altered_rows(db, "keys", ALL_SEALS if stated is None else stated.number)}
    tables = MemoryTables(("keys",))
    for fact in keys(OldStore(db, _no_parts), but=altered):
        with suppress(DoesNotFollow):  # of a key in place of an altered one
            apply(tables, size(db), fact)
            append_record(db, to_record(fact).decode())
    for row in tables.of("keys"):
        db.execute("UPDATE keys SET fact = ? WHERE id = ?", [row["fact"], row["id"]])


def _no_parts(body: bytes) -> NoReturn:
    raise AssertionError(f"a key has no part that may be erased, such as {body[:20]!r}")
