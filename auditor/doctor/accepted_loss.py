"""Backups and copies behind what the register's key signed last: the loss, and the new name under which a restored register
states it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from sqlite_utils import Database

from auditor.doctor.tables_examined import has
from auditor.facts.kinds.facts_of_log import StoreRestored
from auditor.register.register_notes import Verifier
from auditor.store.connection import Connections
from auditor.store.register_head import RegisterHead, UnusableHead, read_head
from auditor.store.register_key import begin_next, last_name
from auditor.store.service_clock import now
from auditor.store.store import Store
from auditor.store.stored_register import name_of, tree_of
from rules.typed import from_json

_loss = from_json(StoreRestored)
_LOSSES = "SELECT record FROM register WHERE kind = 'store.restored'"


class LostEntries(Struct, frozen=True):
    """Loss where a backup or a copy is restored. signed: the last known signature that it does not continue. name, entries, root:
    of the register that is restored. what: it is a backup, or a copy.
    """

    signed: RegisterHead
    name: str | None
    entries: int
    root: str | None
    what: str = "backup"

    @property
    def words(self) -> str:
        """The loss in words, for people."""
        signed = self.signed.checkpoint
        if self.entries < signed.size:
            return (
                f"The {self.what} has {self.entries:,} entries of the register, and {signed.size:,} were signed: what was "
                f"entered after those {self.entries:,} is lost."
            )
        return f"The {self.what}'s register has other entries than the {signed.size:,} that were signed, and these are lost."


def lost_by(
    backup: Path, data: Path, anchors: Sequence[RegisterHead] = (), what: str = "backup"
) -> LostEntries | None:
    """Loss where a sound store is put into a data folder; None where nothing is known to be lost.

    anchors: further signatures that it has to continue, besides the last one of the folder. Raises StoreError.
    """
    with closing(Connections(backup, read_only=True)) as connections, connections.reading() as db:
        return lost_in(db, data, anchors, what)


def lost_in(db: Database, data: Path, anchors: Sequence[RegisterHead], what: str) -> LostEntries | None:
    """Loss where a store is the one of a data folder, as `lost_by`."""
    known = [*_head_of(data), *anchors]
    if not known:
        return None
    stated = _losses(db)
    lost = [each for each in known if not _continues(db, each) and not _is_stated(each, stated)]
    if not lost:
        return None
    entries = _entries(db)
    root = tree_of(db, entries).root().hex() if entries else None
    return LostEntries(max(lost, key=lambda each: each.checkpoint.size), name_of(db), entries, root, what)


def _head_of(data: Path) -> list[RegisterHead]:
    try:
        head = read_head(data)
    except UnusableHead:
        return []
    return [] if head is None else [head]


def _entries(db: Database) -> int:
    return int(db.execute("SELECT count(*) FROM register").fetchone()[0]) if has(db, "register") else 0


def _continues(db: Database, signed: RegisterHead) -> bool:
    wanted = signed.checkpoint
    return _entries(db) >= wanted.size and tree_of(db, wanted.size).root() == wanted.root


def _losses(db: Database) -> list[StoreRestored]:
    """Losses that the register states."""
    if not has(db, "register"):
        return []
    return [_loss(record) for (record,) in db.execute(_LOSSES)]


def _is_stated(signed: RegisterHead, losses: Sequence[StoreRestored]) -> bool:
    """Whether a signature is of a register whose loss was accepted before."""
    return any(
        each.lost_name == signed.key.name and each.lost_size >= signed.checkpoint.size for each in losses
    )


def begin_anew(data: Path, lost: LostEntries) -> Verifier:
    """Go on with a restored store under the next name of its register, whose first fact is the loss; its key.

    Two histories under one name would be a fork for everybody who verifies it. Until that fact is on record the data folder keeps
    the last signature, so that whoever is killed here leaves a store that is not served. Raises OSError, StoreError.
    """
    signed = lost.signed.checkpoint
    begin_next(data, last_name(lost.signed.key.name, lost.name))
    fact = StoreRestored(
        at=now(), lost_size=signed.size, lost_root=signed.root.hex(), lost_name=lost.signed.key.name,
        restored_size=lost.entries, restored_root=lost.root,
    )  # fmt: skip
    with closing(Store(data, anew=fact)) as store:
        return store.register_key.verifier
