"""Adoption of rooms, their terms, controls and changes by facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.facts.memory_tables import MemoryTables
from auditor.facts.tables import FACT, TABLES
from auditor.store.fact_tables_sql import fact_table
from auditor.store.legacy.adopted_rows import altered_keys, enter_adopted, folded_so_far, no_parts
from auditor.store.legacy.legacy_rooms import rooms
from auditor.store.legacy.old_store import OldStore

_TABLES = (
    "changes",
    "filed",
    "rooms",
    "controls",
    "terms_proposals",
    "terms_decisions",
)  # referred to, and then referring
_BESIDE = {"filed": ("body BLOB",)}  # of which facts have the digest


def adopt_rooms(db: Database) -> None:
    """Enter facts of the history of rooms and controls, and name them in their rows, whose values stay as they are.

    A row that facts say otherwise, or do not say, is named by the doctor from then on.
    """
    altered = {name: altered_keys(db, name) for name in _TABLES}
    enter_adopted(db, folded_so_far(db, *_TABLES), rooms(OldStore(db, no_parts), altered))
    for name in _TABLES:
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    for name in _TABLES:
        _copy(db, name)
    for name in _TABLES[::-1]:
        db.execute(f"DROP TABLE {name}_before")
    _name_facts(db, folded_so_far(db, *_TABLES))


def _copy(db: Database, name: str) -> None:
    """Make a table of facts with the rows from before, in the file: documents may be large."""
    beside = _BESIDE.get(name, ())
    db.execute(fact_table(name, *beside))
    columns = [each for each in TABLES[name].columns if each != FACT] + [each.split()[0] for each in beside]
    names = ", ".join(columns)
    db.execute(f"INSERT INTO {name} ({names}) SELECT {names} FROM {name}_before")


def _name_facts(db: Database, tables: MemoryTables) -> None:
    for name in _TABLES:
        where = " AND ".join(f"{column} = ?" for column in TABLES[name].key)
        for row in tables.of(name):
            db.execute(f"UPDATE {name} SET {FACT} = ? WHERE {where}", [row[FACT], *TABLES[name].key_of(row)])
