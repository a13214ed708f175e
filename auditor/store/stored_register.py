"""Entries of the register, one for each fact in its transaction, as leaves of a growing tree."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.canonical_record import UnknownFact, from_record
from auditor.facts.recorded_fact import RecordedFact
from auditor.register import register_checkpoints, register_notes, tree
from auditor.register.register_entries import NONCE_BYTES, leaf
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.tiles import WIDTH, Tile, TiledTree

Of = int | str  # the key of the row that an entry is about

_ENTER = """
INSERT INTO register (entry, nonce, record, leaf) SELECT coalesce(max(entry), -1) + 1, ?, ?, ? FROM register RETURNING entry
"""


# Leaves that this process entered, by their entries, in the transaction of each connection.
_entered: WeakKeyDictionary[Database, dict[int, bytes]] = WeakKeyDictionary()


def append_record(db: Database, text: str) -> int:
    """Enter a record as it is; returns its index. Raises RecordDamaged where the store does not take it."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    entered = leaf(nonce, text.encode())
    row = db.execute(_ENTER, [nonce, text, entered]).fetchone()
    if row is None:
        raise RecordDamaged(
            "The register of the store takes no entry: its table is not as this program made it."
        )
    index = int(row[0])
    _entered.setdefault(db, {})[index] = entered
    _close_tiles(db, index)
    return index


def begin_entering(db: Database) -> None:
    """Begin a transaction, in which nothing is entered yet."""
    _entered[db] = {}


def entered_leaves(db: Database) -> dict[int, bytes]:
    """Leaves that this process entered in the transaction, by their entries."""
    return _entered.get(db, {})


def recorded_facts(records: Iterable[str]) -> Iterator[RecordedFact | UnknownFact | None]:
    """Facts of records; None of one from before facts. Raises UnreadableFact."""
    for text in records:
        yield None if is_before_facts(text) else from_record(text.encode())


def is_before_facts(text: str) -> bool:
    """Whether a record is of a row, as records were before facts: it begins with what it is about."""
    return text.startswith('{"about":')


def size(db: Database) -> int:
    """Number of entries, within a transaction."""
    last: int | None = db.execute("SELECT max(entry) FROM register").fetchone()[0]
    return 0 if last is None else last + 1


def tree_of(db: Database, of_size: int | None = None) -> TiledTree:
    """The tree now, or at a size."""
    return TiledTree(size(db) if of_size is None else of_size, lambda tile: tile_hashes(db, tile))


def last_checkpoint(db: Database) -> str | None:
    """Last signed checkpoint within a transaction, or None."""
    row = db.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
    return row[0] if row else None


def name_of(db: Database) -> str | None:
    """Name of the register; None before any signature."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").fetchone() is None:
        return None  # an earlier store
    note = last_checkpoint(db)
    try:
        return (
            None
            if note is None
            else register_checkpoints.read(register_notes.parse(note.encode()).text).origin
        )
    except NoteError:
        return None  # damage, for `auditor doctor`


def is_signed_by(note: str, key: Verifier) -> bool:
    """Whether a checkpoint has a key's signature."""
    try:
        register_checkpoints.seen(note.encode(), key)
    except NoteError:
        return False
    return True


def tile_hashes(db: Database, tile: Tile) -> list[bytes]:
    """Hashes of a tile: leaves, or roots of full tiles below."""
    if tile.level == 0:
        rows = db.execute(
            "SELECT leaf FROM register WHERE entry >= ? ORDER BY entry LIMIT ?", [tile.start, tile.width]
        )
    else:
        assert tile.level is not None  # a bundle has no hashes
        rows = db.execute(
            "SELECT root FROM register_tiles WHERE level = ? AND tile >= ? ORDER BY tile LIMIT ?",
            [tile.level - 1, tile.start, tile.width],
        )
    return [bytes(found) for (found,) in rows]


def close_tiles(db: Database) -> None:
    """Keep the roots of all tiles that the entries filled, of a store that has none."""
    for last in range(WIDTH - 1, size(db), WIDTH):
        _close_tiles(db, last)


def _close_tiles(db: Database, last: int) -> None:
    """Keep the roots of tiles that an entry filled."""
    level = 0
    while last % WIDTH == WIDTH - 1:
        last //= WIDTH
        root = tree.root(tile_hashes(db, Tile(level, last)))
        db.execute("INSERT INTO register_tiles (level, tile, root) VALUES (?, ?, ?)", [level, last, root])
        level += 1
