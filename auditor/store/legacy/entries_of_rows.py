"""Entries of rows, as the register had them before facts."""

from __future__ import annotations

from contextlib import suppress

from sqlite_utils import Database

from auditor.store.legacy.register_facts import FACTS, NoSuchFact, every, record
from auditor.store.stored_register import Of, append_record


def append(db: Database, kind: str, of: Of, *, known: bool = False) -> int:
    """Enter a fact after its rows are written and sealed; returns its index.

    of: key of the fact's row. known: on record before the register.
    """
    return append_record(db, record(db, kind, of, FACTS[kind](db, of), known=known))


def begin(db: Database) -> None:
    """Enter all facts from before the register, by time."""
    known = []
    for place, (kind, of) in enumerate(every(db)):
        with suppress(NoSuchFact):  # damage, for `auditor doctor`
            known.append((FACTS[kind](db, of).at, place, kind, of))
    for _, _, kind, of in sorted(known):
        append(db, kind, of, known=True)
