"""Notes of a store's log about the store: that it was adopted, and which losses were accepted."""

from __future__ import annotations

from contextlib import suppress

from sqlite_utils import Database

from auditor.doctor.tables_examined import has
from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.kinds.facts_of_log import StoreAdopted, StoreRestored
from auditor.store.connection import StoreError

_FACTS = "SELECT record FROM register WHERE kind IN ('store.adopted', 'store.restored') ORDER BY entry"


def notes_of_log(db: Database) -> tuple[str, ...]:
    """Sentences about each adoption and each loss; what cannot be read is left to the checks."""
    notes: list[str] = []
    with suppress(StoreError, UnicodeError):
        for (record,) in db.execute(_FACTS).fetchall() if has(db, "register") else ():
            with suppress(UnreadableFact, AttributeError):
                fact = from_record(record.encode())
                if isinstance(fact, StoreAdopted):
                    notes.append(_adopted(fact))
                elif isinstance(fact, StoreRestored):
                    notes.append(_restored(fact))
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
