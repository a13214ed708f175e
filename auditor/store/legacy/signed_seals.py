"""Seals that the register's key signed, in the transaction that brings an earlier store up to date.

Checkpoints of before facts state the last seal. Where a store has another one, somebody else sealed rows: entries of the
transaction state the signed one, and rows are compared up to it (`counting_seals`). Migrations end with a store without seals.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from sqlite_utils import Database

from auditor.register.register_seals import SealHead
from auditor.store.legacy.stored_seals import ALL_SEALS

_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'seals'"
_LAST = "SELECT id, chain FROM seals ORDER BY id DESC LIMIT 1"
_REFUSED = "They are not given, and no later signature covers them. Look at it with `auditor verify --register`, and restore a " \
    "backup that matches."  # fmt: skip
# Signed seals of transactions that began on others.
_signed_alone: WeakKeyDictionary[Database, SealHead] = WeakKeyDictionary()


def last_seal_of(db: Database) -> SealHead | None:
    """The seal that a transaction's signature states, or None where there are no seals."""
    if db.execute(_TABLE).fetchone() is None:
        return None
    stated = _signed_alone.get(db)
    if stated is not None:
        return stated
    row = db.execute(_LAST).fetchone()
    return SealHead(row[0], row[1]) if row else SealHead(0, "")


def begin_on_seals(db: Database, signed: SealHead | None, beside: SealHead | None) -> str | None:
    """Begin a transaction on signed seals; words where a store has others, or None.

    signed: those of its last checkpoint, or None; beside: of the signature beside the key, for a checkpoint that states none.
    """
    _signed_alone.pop(db, None)
    found = last_seal_of(db)
    if signed is None and found is not None:
        signed = beside
    if signed is None or found == signed:
        return None
    _signed_alone[db] = signed
    last = "the store has none" if found is None else f"the last one is seal {found.number}, or another one"
    return (
        f"The register's key signed seal {signed.number}, and {last}: somebody else sealed rows. {_REFUSED}"
    )


def end_on_seals(db: Database) -> None:
    """End a transaction."""
    _signed_alone.pop(db, None)


def counting_seals(db: Database) -> int:
    """Number of the last seal that counts in a migration."""
    stated = _signed_alone.get(db)
    return ALL_SEALS if stated is None else stated.number
