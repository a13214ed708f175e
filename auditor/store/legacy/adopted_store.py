"""The fact that a store from before facts was adopted, after the facts of all its rows."""

from __future__ import annotations

import hashlib
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlite_utils import Database

from auditor.facts.canonical_record import to_record
from auditor.facts.kinds.facts_of_log import StoreAdopted
from auditor.store.service_clock import now
from auditor.store.stored_fact_tables import MADE_BY_FACTS
from auditor.store.stored_register import append_record
from rules.version import VERSION

_ENTRIES = """SELECT count(*) FROM register WHERE substr(record, 1, 9) = '{"about":'"""
# Copies of stores that are being migrated, as they were before.
copies_before: WeakKeyDictionary[Database, Path] = WeakKeyDictionary()


def adopt_store(db: Database) -> None:
    """Enter that the store was adopted, if it has entries from before facts: how many, the digest of the copy of its file that
    is kept, and how many rows have no fact, by table.
    """
    (entries,) = db.execute(_ENTRIES).fetchone()
    if not entries:
        return
    fact = StoreAdopted(
        at=now(), entries=entries, sha256=_digest(copies_before.get(db)), engine=VERSION, faults=_unmade(db)
    )
    append_record(db, to_record(fact).decode())


def _digest(copy: Path | None) -> str | None:
    if copy is None:
        return None
    with copy.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _unmade(db: Database) -> tuple[str, ...]:
    """Tables with rows that no fact makes, with the number of these."""
    counted = (
        (name, db.execute(f"SELECT count(*) FROM {name} WHERE fact IS NULL").fetchone()[0])
        for name in MADE_BY_FACTS
    )
    return tuple(f"{name}: {count}" for name, count in counted if count)
