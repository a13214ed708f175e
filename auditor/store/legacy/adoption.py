"""Adoption of a store from before facts: its facts by their canonical bytes, and what is otherwise in the store.

Seals, register and entries are verified before, by the doctor.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from sqlite_utils import Database

from auditor.facts.canonical_record import from_record, to_record
from auditor.facts.fold import fold
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.salted_parts import part_digest
from auditor.store.legacy.adopted_facts import facts_of
from auditor.store.legacy.compared_entries import altered_entries
from auditor.store.legacy.compared_parts import altered_parts
from auditor.store.legacy.compared_rows import AlteredCell, altered_cells


class SaltedPart(Struct, frozen=True):
    """A part of a fact that may be erased, with its salt."""

    salt: bytes
    body: bytes


class Adoption(Struct, frozen=True):
    """Facts of a store. parts: by their digests; altered: rows, parts and entries that are other than the facts say."""

    records: list[bytes]
    parts: dict[str, SaltedPart]
    tables: MemoryTables
    altered: list[AlteredCell]


def adoption(db: Database, new_salt: Callable[[], bytes]) -> Adoption:
    """Facts of a store at its last migration, folded and compared with it. new_salt: 32 random bytes.

    Raises UnusableOldRow, and DoesNotFollow where the store's own history contradicts itself.
    """
    parts: dict[str, SaltedPart] = {}

    def keep(body: bytes) -> str:
        salt = new_salt()
        digest = part_digest(salt, body)
        parts[digest] = SaltedPart(salt, body)
        return digest

    records = [to_record(fact) for fact in facts_of(db, keep)]
    facts = [from_record(record) for record in records]
    tables = MemoryTables()
    fold(tables, facts)
    salts = {digest: part.salt for digest, part in parts.items()}
    altered = [
        *altered_cells(db, tables, facts),
        *altered_parts(db, tables, facts, salts),
        *altered_entries(db, tables, facts),
    ]
    return Adoption(records, parts, tables, altered)
