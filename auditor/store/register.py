"""The register: an entry for each fact, written in the fact's own transaction, as the leaves of a tree that only grows."""

from __future__ import annotations

import datetime as dt
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlite_utils import Database

from auditor.register import checkpoints, notes, proofs, tiles, tree
from auditor.register.checkpoints import Checkpoint
from auditor.register.entries import NONCE_BYTES, commitment, leaf
from auditor.register.notes import NoteError, Verifier
from auditor.register.tiles import WIDTH, Tile, TiledTree
from auditor.store.register_facts import FACTS, NoSuchFact, Of, every, of_change, record

if TYPE_CHECKING:
    from auditor.store.connection import Connections


class Entry(Struct, frozen=True):
    """An entry. record: its JSON, byte for byte."""

    index: int
    nonce: bytes
    record: str
    leaf: bytes


class ToCosign(Struct, frozen=True):
    """The last checkpoint, which a witness did not sign. signed_before: the size of the one that it signed last; 0: none."""

    checkpoint: int
    size: int
    note: str
    signed_before: int


class Proof(Struct, frozen=True):
    """An entry, the first checkpoint that covers it, also as it was signed (note), and the proof as text."""

    entry: Entry
    checkpoint: Checkpoint
    note: str
    text: str


class Register:
    """The register as a whole: what everybody may know, and entries by their index."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def size(self) -> int:
        """How many entries there are."""
        return size(self._connections.db)

    def checkpoint(self) -> str | None:
        """The last signed checkpoint; None of an empty register.

        What it covers is on the disk: a power cut that took back an entry of a checkpoint that left would make it false.
        """
        row = self._connections.db.execute(
            "SELECT id, note FROM checkpoints ORDER BY id DESC LIMIT 1"
        ).fetchone()
        self._connections.to_disk()
        return self._cosigned(*row) if row else None

    def witnessed(self) -> str | None:
        """The last checkpoint that a witness signed; None where none did."""
        row = self._connections.db.execute(
            "SELECT id, note FROM checkpoints WHERE id = (SELECT max(checkpoint) FROM cosignatures)"
        ).fetchone()
        return self._cosigned(*row) if row else None

    def _cosigned(self, number: int, note: str) -> str:
        """A checkpoint with what witnesses signed below it."""
        rows = self._connections.db.execute(
            "SELECT line FROM cosignatures WHERE checkpoint = ? ORDER BY witness", [number]
        )
        return note + "".join(line for (line,) in rows)

    def without_cosignature(self, witness: str) -> ToCosign | None:
        """The last checkpoint, unless a witness signed it; what it covers is on the disk."""
        db = self._connections.db
        row = db.execute(
            """
            SELECT id, size, note, (SELECT coalesce(max(c.size), 0) FROM cosignatures AS s
                JOIN checkpoints AS c ON c.id = s.checkpoint WHERE s.witness = :witness)
            FROM checkpoints WHERE id = (SELECT max(id) FROM checkpoints)
                AND NOT EXISTS (SELECT 1 FROM cosignatures WHERE checkpoint = checkpoints.id AND witness = :witness)
            """,
            {"witness": witness},
        ).fetchone()
        self._connections.to_disk()
        return ToCosign(*row) if row else None

    def keep_cosignature(self, checkpoint: int, witness: str, line: str, at: str) -> None:
        """Keep what a witness signed."""
        with self._connections.writing() as db:
            db.execute("INSERT INTO cosignatures VALUES (?, ?, ?, ?)", [checkpoint, witness, line, at])

    def tree(self, of_size: int | None = None) -> TiledTree:
        """The tree as it is, or as it was at a size."""
        return tree_of(self._connections.db, of_size)

    def entry(self, index: int) -> Entry | None:
        """One entry."""
        row = self._connections.db.execute(
            "SELECT entry, nonce, record, leaf FROM register WHERE entry = ?", [index]
        ).fetchone()
        return Entry(row[0], bytes(row[1]), row[2], bytes(row[3])) if row else None

    def proof(self, kind: str, of: Of, key: Verifier) -> Proof | None:
        """The entry of a fact with its proof under the first checkpoint of a key that covers it; None where it has none."""
        db = self._connections.db
        row = db.execute(
            "SELECT entry, nonce, record, leaf FROM register WHERE kind = ? AND json_extract(record, '$.of') = ? LIMIT 1",
            [kind, of],
        ).fetchone()
        if row is None:
            return None
        entry = Entry(row[0], bytes(row[1]), row[2], bytes(row[3]))
        found = db.execute(
            "SELECT note FROM checkpoints WHERE size > ? AND instr(note, ?) ORDER BY size, id LIMIT 1",
            [entry.index, key.begins],
        ).fetchone()
        if found is None or not is_signed_by(found[0], key):
            return None
        (note,) = found
        checkpoint = checkpoints.read(notes.parse(note.encode()).text)
        hashes = self.tree(checkpoint.size).inclusion_proof(entry.index)
        return Proof(entry, checkpoint, note, proofs.written(entry.index, hashes, note, entry.nonce))

    def is_older(self, index: int, age: dt.timedelta) -> bool:
        """Whether the fact of an entry is older than that."""
        (at,) = self._connections.db.execute("SELECT at FROM register WHERE entry = ?", [index]).fetchone()
        return dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(at) > age

    def tile(self, tile: Tile) -> bytes | None:
        """The bytes of a tile or bundle; None where the log has none such."""
        db = self._connections.db
        if not tiles.is_of(tile, size(db)):
            return None
        if tile.level is not None:
            return b"".join(_hashes(db, tile))
        rows = db.execute(
            "SELECT nonce, record FROM register WHERE entry >= ? ORDER BY entry LIMIT ?",
            [tile.start, tile.width],
        )
        return tiles.bundle([commitment(bytes(nonce), text.encode()) for nonce, text in rows])


def append(db: Database, kind: str, of: Of, *, known: bool = False) -> int:
    """Enter a fact, within its transaction and after its rows are written and sealed; the index of the entry.

    of: the key of the row that the fact is about. known: it was on record before the register began.
    """
    index = size(db)
    text = record(db, kind, of, FACTS[kind](db, of), known=known)
    nonce = secrets.token_bytes(NONCE_BYTES)
    db.execute(
        "INSERT INTO register (entry, nonce, record, leaf) VALUES (?, ?, ?, ?)",
        [index, nonce, text, leaf(nonce, text.encode())],
    )
    _close_tiles(db, index)
    return index


def append_change(db: Database, number: int) -> None:
    """Enter a change of a room or its controls, once all that belongs to it is written."""
    (action,) = db.execute("SELECT action FROM changes WHERE id = ?", [number]).fetchone()
    append(db, of_change(action), number)


def outcome(db: Database, sha256: str) -> str | None:
    """What a file is on record as, to be asked before it is kept; None: it is not there."""
    row = db.execute("SELECT outcome FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
    return row[0] if row else None


def append_upload(db: Database, sha256: str, before: str | None) -> None:
    """Enter that a file was accepted or refused, unless it was before. before: its outcome till then."""
    now = outcome(db, sha256)
    if now not in (None, before):
        append(db, "upload.accepted" if now == "session" else "upload.refused", sha256)


def begin(db: Database) -> None:
    """Enter every fact that was on record before there was a register, by its time."""
    known = []
    for place, (kind, of) in enumerate(every(db)):
        with suppress(NoSuchFact):  # the store is damaged, which `auditor doctor` says
            known.append((FACTS[kind](db, of).at, place, kind, of))
    for _, _, kind, of in sorted(known):
        append(db, kind, of, known=True)


def size(db: Database) -> int:
    """How many entries there are, within a transaction."""
    last: int | None = db.execute("SELECT max(entry) FROM register").fetchone()[0]
    return 0 if last is None else last + 1


def tree_of(db: Database, of_size: int | None = None) -> TiledTree:
    """The tree as it is, or as it was at a size."""
    return TiledTree(size(db) if of_size is None else of_size, lambda tile: _hashes(db, tile))


def last_checkpoint(db: Database) -> str | None:
    """The last signed checkpoint, within a transaction; None where nothing was entered yet."""
    row = db.execute("SELECT note FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
    return row[0] if row else None


def name_of(db: Database) -> str | None:
    """The name that the register has; None where it was never signed."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").fetchone() is None:
        return None  # a store of before there were any
    note = last_checkpoint(db)
    try:
        return None if note is None else checkpoints.read(notes.parse(note.encode()).text).origin
    except NoteError:
        return None  # altered, which `auditor doctor` says


def is_signed_by(note: str, key: Verifier) -> bool:
    """Whether a checkpoint has a key's signature."""
    try:
        checkpoints.seen(note.encode(), key)
    except NoteError:
        return False
    return True


def _hashes(db: Database, tile: Tile) -> list[bytes]:
    """The hashes of a tile: leaves, or the roots of full tiles of the level below."""
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


def _close_tiles(db: Database, last: int) -> None:
    """Keep the roots of the tiles that an entry has filled."""
    level = 0
    while last % WIDTH == WIDTH - 1:
        last //= WIDTH
        root = tree.root(_hashes(db, Tile(level, last)))
        db.execute("INSERT INTO register_tiles (level, tile, root) VALUES (?, ?, ?)", [level, last, root])
        level += 1
