"""Backups behind what the register's key signed last: the loss, and the new name under which a restored register states it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec import Struct

from auditor.doctor.tables_examined import has
from auditor.facts.kinds.facts_of_log import StoreRestored
from auditor.register.register_notes import Verifier
from auditor.store.connection import Connections
from auditor.store.register_head import FILE as HEAD
from auditor.store.register_head import RegisterHead, UnusableHead, read_head
from auditor.store.register_key import begin_next
from auditor.store.service_clock import now
from auditor.store.store import Store
from auditor.store.stored_register import tree_of


class LostEntries(Struct, frozen=True):
    """Loss where a backup is restored. signed: the register's last signature. entries: of the backup's register."""

    signed: RegisterHead
    entries: int

    @property
    def words(self) -> str:
        """The loss in words, for people."""
        signed = self.signed.checkpoint
        if self.entries < signed.size:
            return (
                f"The backup has {self.entries:,} entries of the register, and {signed.size:,} were signed: what was entered "
                f"after those {self.entries:,} is lost."
            )
        return f"The backup's register has other entries than the {signed.size:,} that were signed, and these are lost."


def lost_by(backup: Path, data: Path) -> LostEntries | None:
    """Loss where a sound backup is put into a data folder; None where nothing is known to be lost. Raises StoreError."""
    try:
        head = read_head(data)
    except UnusableHead:
        return None
    if head is None:
        return None
    wanted = head.checkpoint
    with closing(Connections(backup, read_only=True)) as connections, connections.reading() as db:
        entries = db.execute("SELECT count(*) FROM register").fetchone()[0] if has(db, "register") else 0
        if entries >= wanted.size and tree_of(db, wanted.size).root() == wanted.root:
            return None
    return LostEntries(head, entries)


def begin_anew(data: Path, lost: LostEntries) -> Verifier:
    """Go on with a restored store under the next name of its register, whose first fact is the loss; its key.

    Two histories under one name would be a fork for everybody who verifies it. Raises OSError, StoreError.
    """
    begin_next(data, lost.signed.key.name)
    (data / HEAD).unlink(missing_ok=True)
    signed = lost.signed.checkpoint
    with closing(Store(data)) as store, store.connections.writing() as db:
        store.log.append(db, StoreRestored(at=now(), lost_size=signed.size, lost_root=signed.root.hex()))
    return store.register_key.verifier
