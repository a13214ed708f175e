"""Rotation of the register's key: a fact with a note that both keys signed, in a transaction that the new key signs."""

from __future__ import annotations

import secrets

from auditor.facts.kinds.facts_of_log import LogKeyHandedOver
from auditor.register import register_checkpoints, register_notes
from auditor.register.key_handovers import KeyHandover, handed_over
from auditor.register.register_notes import new_signer
from auditor.store.handover import NEXT, put_next_in_place
from auditor.store.secret_files import put_in_place
from auditor.store.store import Store
from auditor.store.store_backup import sync
from auditor.store.stored_register import last_checkpoint

_SEED_BYTES = 32


class CannotHandOver(RuntimeError):
    """A register whose key cannot be handed over, in words for the operator."""


def hand_over(store: Store, at: str) -> KeyHandover:
    """Hand a store's register over to a new key, made here. at: now.

    Raises CannotHandOver, UnsignedEntries, RecordDamaged, StoreError, OSError.
    """
    signing, folder = store.signing, store.folder
    with (
        store.connections.writing() as db
    ):  # one at a time, so that no other new key takes the place of this one
        note = last_checkpoint(db)
        if note is None:
            raise CannotHandOver("The register has no entry yet, so that there is no key to hand over from.")
        log = register_checkpoints.read(
            register_notes.parse(note.encode()).text
        )  # verified as the transaction began
        after = new_signer(signing.key.name, secrets.token_bytes(_SEED_BYTES))
        made = handed_over(log, signing.key, after)
        put_in_place(folder / NEXT, f"{after.secret}\n")
        sync(folder)
        store.log.append(
            db, LogKeyHandedOver(at=at, before=str(made.before), after=str(made.after), note=made.note)
        )
        store.connections.note_register_key(db, after.secret)
        signing.sign_with(after)
    put_next_in_place(folder, after)
    return made
