"""Handovers of the register's key on record, and the key of a data folder after one.

The new key is on the disk, as `register.key.next`, before the transaction that states it commits, and takes the place of
`register.key` afterwards. What somebody who was killed in between left is completed by the next process that finds the handover.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from sqlite_utils import Database

from auditor.facts.canonical_record import UnreadableFact, from_record
from auditor.facts.kinds.facts_of_log import LogKeyHandedOver
from auditor.register.key_handovers import KeyHandover, LogKeys, read_handover
from auditor.register.register_notes import NoteError, Signer, Verifier
from auditor.store.register_key import FILE, UnusableKey, load
from auditor.store.secret_files import put_in_place
from auditor.store.store_backup import sync
from auditor.store.stored_register import is_before_facts, tree_of

NEXT = f"{FILE}.next"
_KIND = "log.key_handed_over"


def put_next_in_place(folder: Path, key: Signer) -> None:
    """Put a new key, to which the register was handed over, in the place of the one before. Raises OSError."""
    put_in_place(folder / FILE, f"{key.secret}\n")
    sync(folder)
    (folder / NEXT).unlink(missing_ok=True)


def handovers_of(db: Database) -> list[KeyHandover]:
    """Handovers on record that both their keys signed, over the entries that are there, in their order."""
    return [found for _, found in handovers_by_entry(db) if isinstance(found, KeyHandover)]


def handovers_by_entry(db: Database) -> list[tuple[int, KeyHandover | str]]:
    """Entries that state handovers, each with it, or with what is wrong with it in words."""
    rows = db.execute("SELECT entry, record FROM register WHERE kind = ? ORDER BY entry", [_KIND]).fetchall()
    return [(entry, _read(db, entry, record)) for entry, record in rows]


def keys_of_log(db: Database, trusted: Verifier) -> LogKeys:
    """Keys of a store's register, by a trusted one."""
    return LogKeys.of(trusted, handovers_of(db))


def key_after(folder: Path, db: Database, before: Verifier) -> Signer | None:
    """The key of a data folder to which a register was handed over from another one; None where it was not.

    It is put in the place of the one before, if whoever made it was stopped.
    """
    wanted = keys_of_log(db, before).last
    if wanted == before:
        return None
    for name in (FILE, NEXT):
        try:
            found = load(folder, name)
        except UnusableKey:
            continue
        if found is not None and found.verifier == wanted:
            if name == NEXT:
                put_next_in_place(folder, found)
            return found
    return None


def complete_handover(folder: Path, db: Database) -> None:
    """Put the key into place to which a register was handed over by whoever was stopped then. Raises UnusableKey, OSError."""
    if (folder / NEXT).exists():
        before = load(folder)
        if before is not None:
            key_after(folder, db, before.verifier)


def _read(db: Database, entry: int, record: str) -> KeyHandover | str:
    try:
        fact = None if is_before_facts(record) else from_record(record.encode())
        if not isinstance(fact, LogKeyHandedOver):
            return "no fact of a handover"
        found = read_handover(fact.note)
    except (UnreadableFact, NoteError, msgspec.DecodeError, UnicodeError) as error:
        return f"{error}"
    if (f"{found.before}", f"{found.after}") != (fact.before, fact.after):
        return "other keys than its note has"
    if found.size != entry or found.root != tree_of(db, entry).root():
        return "a note over other entries than those before it"
    return found
