"""Adoption of a store from before facts: its facts by their canonical bytes, and what is otherwise in the store.

Seals, register and entries are verified before, by the doctor.
"""

from __future__ import annotations

from msgspec import Struct
from sqlite_utils import Database

from auditor.facts.canonical_record import from_record, to_record
from auditor.facts.fold import fold
from auditor.facts.memory_tables import MemoryTables
from auditor.store.legacy.adopted_facts import facts_of
from auditor.store.legacy.compared_entries import altered_entries
from auditor.store.legacy.compared_rows import AlteredCell, altered_cells


class Adoption(Struct, frozen=True):
    """Facts of a store. altered: rows and entries that are other than the facts say."""

    records: list[bytes]
    tables: MemoryTables
    altered: list[AlteredCell]


def adoption(db: Database) -> Adoption:
    """Facts of a store at its last migration, folded and compared with it.

    Raises DoesNotFollow where the store's own history contradicts itself.
    """
    records = [to_record(fact) for fact in facts_of(db)]
    facts = [from_record(record) for record in records]
    tables = MemoryTables()
    fold(tables, facts)
    altered = [*altered_cells(db, tables, facts), *altered_entries(db, tables, facts)]
    return Adoption(records, tables, altered)
