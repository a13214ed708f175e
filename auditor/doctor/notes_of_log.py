"""Notes of a store's log about the store: that it was adopted, which losses were accepted, and keys that were replaced."""

from __future__ import annotations

from contextlib import suppress

from sqlite_utils import Database

from auditor.doctor.tables_examined import has
from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.kinds.facts_of_log import LogKeyReplaced, StoreAdopted, StoreRestored
from auditor.store.connection import StoreError

_FACTS = "SELECT record FROM register WHERE kind IN ('store.adopted', 'store.restored', 'log.key_replaced') ORDER BY entry"


def notes_of_log(db: Database) -> tuple[str, ...]:
    """Sentences about each adoption, loss and replaced key; what cannot be read is left to the checks."""
    notes: list[str] = []
    with suppress(StoreError, UnicodeError):
        for (record,) in db.execute(_FACTS).fetchall() if has(db, "register") else ():
            with suppress(UnreadableFact, AttributeError):
                fact = from_record(record.encode())
                if isinstance(fact, StoreAdopted):
                    notes.append(_adopted(fact))
                elif isinstance(fact, StoreRestored):
                    notes.append(_restored(fact))
                elif isinstance(fact, LogKeyReplaced):
                    notes.append(_replaced(fact))
    return tuple(notes)


def _adopted(fact: StoreAdopted) -> str:
    rows = (
        f"Rows without a fact then: {', '.join(fact.faults)}."
        if fact.faults
        else "Every row had its fact then."
    )
    copy = "" if fact.sha256 is None else f" The copy of before has SHA-256 {fact.sha256}."
    return (
        f"On {fact.at[:10]}, release {fact.engine} adopted this store from before facts: {fact.entries:,} entries stay as they "
        f"were. {rows}{copy}"
    )


def _restored(fact: StoreRestored) -> str:
    name = "" if fact.lost_name is None else f" of {fact.lost_name}"
    end = "" if fact.restored_size is None else f" It goes on from {fact.restored_size:,} entries."
    return (
        f"On {fact.at[:10]}, a store was restored that lacks what was signed: {fact.lost_size:,} entries{name}, root "
        f"{fact.lost_root}, are lost.{end}"
    )


def _replaced(fact: LogKeyReplaced) -> str:
    return (
        f"On {fact.at[:10]}, the register's key was replaced without a handover: {fact.before} signed the first {fact.size:,} "
        f"entries, root {fact.root}, and {fact.after} signs since."
    )
