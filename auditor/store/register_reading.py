"""The register: size, entries, proofs, tiles, and cosigned checkpoints."""

from __future__ import annotations

import datetime as dt
from typing import Any

from msgspec import Struct

from auditor.errors import RecordDamaged
from auditor.register import proofs, register_checkpoints, register_notes, tiles
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_entries import commitment
from auditor.register.register_notes import Verifier
from auditor.register.tiles import Tile, TiledTree
from auditor.store.connection import Connections
from auditor.store.handover import handovers_of
from auditor.store.rows import encoded
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_register import Of, is_signed_by, size, tile_hashes, tree_of


class RegisterEntry(Struct, frozen=True):
    """An entry. record: its JSON bytes."""

    index: int
    nonce: bytes
    record: str
    leaf: bytes


class ToCosign(Struct, frozen=True):
    """The last checkpoint, unsigned by a witness. signed_before: size of the last that it signed, or 0."""

    checkpoint: int
    size: int
    note: str
    signed_before: int


class Proof(Struct, frozen=True):
    """An entry, the first checkpoint that covers it (note: as signed), and the proof as text."""

    entry: RegisterEntry
    checkpoint: Checkpoint
    note: str
    text: str


class Register:
    """The register's public state, and entries by index."""

    def __init__(self, connections: Connections, authority: StoredAuthority) -> None:
        self._connections = connections
        self._authority = authority

    def size(self) -> int:
        """Number of entries."""
        return size(self._connections.db)

    def checkpoint(self) -> str | None:
        """Last signed checkpoint, None if empty. What it covers is on the disk: a power cut must not falsify one that left."""
        row = self._connections.db.execute(
            "SELECT id, note FROM checkpoints ORDER BY id DESC LIMIT 1"
        ).fetchone()
        self._connections.to_disk()
        return self._cosigned(*row) if row else None

    def witnessed(self) -> str | None:
        """Last witnessed checkpoint, or None."""
        row = self._connections.db.execute(
            "SELECT id, note FROM checkpoints WHERE id = (SELECT max(checkpoint) FROM cosignatures)"
        ).fetchone()
        return self._cosigned(*row) if row else None

    def _cosigned(self, number: int, note: str) -> str:
        rows = self._connections.db.execute(
            "SELECT line FROM cosignatures WHERE checkpoint = ? ORDER BY witness", [number]
        )
        return note + "".join(line for (line,) in rows)

    def without_cosignature(self, witness: str) -> ToCosign | None:
        """Last checkpoint unless a witness signed it, with all of it on the disk."""
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

    def handovers(self) -> list[str]:
        """Notes of the handovers of its key, each signed by both keys, in their order."""
        return [each.note for each in handovers_of(self._connections.db)]

    def tree(self, of_size: int | None = None) -> TiledTree:
        """The tree now, or at a size."""
        return tree_of(self._connections.db, of_size)

    def entry(self, index: int) -> RegisterEntry | None:
        """One entry. Raises RecordDamaged."""
        row = self._connections.db.execute(
            "SELECT entry, nonce, record, leaf FROM register WHERE entry = ?", [index]
        ).fetchone()
        return self._as_signed(*row) if row else None

    def _as_signed(self, index: int, nonce: Any, record: Any, hashed: Any) -> RegisterEntry:
        if not self._authority.is_signed(index, nonce, record):
            raise RecordDamaged(
                f"Entry {index} of the register is not the one that was signed, so that nothing of it is given. Whoever runs the "
                "service looks with `auditor verify --register` for what else was altered, and restores a backup that matches."
            )
        return RegisterEntry(index, bytes(nonce), record, bytes(hashed))

    def of_fact(self, kind: str, of: Of) -> RegisterEntry | None:
        """First entry of a fact by the key of its row, or None; of an upload by the SHA-256 of its file. Raises RecordDamaged."""
        before_facts = "json_extract(record, '$.of') = json_extract(?, '$') AND json_extract(record, '$.about') IS NOT NULL"
        for which in (
            before_facts,
            "json_extract(record, '$.number') = json_extract(?, '$')",
        ):  # and as facts have it
            row = self._connections.db.execute(
                f"SELECT entry, nonce, record, leaf FROM register WHERE kind = ? AND {which} LIMIT 1",
                [kind, encoded(of)],
            ).fetchone()
            if row is not None:
                return self._as_signed(*row)
        return self._of_upload(of) if kind == "upload.accepted" else None

    def _of_upload(self, sha256: Of) -> RegisterEntry | None:
        sql = "SELECT first_fact FROM sessions WHERE evidence = ? AND first_fact IS NOT NULL"
        row = self._connections.db.execute(sql, [sha256]).fetchone()
        return None if row is None else self.entry(row[0])

    def proof(self, kind: str, of: Of, key: Verifier) -> Proof | None:
        """Entry of a fact with its proof under a key's first covering checkpoint, or None."""
        db, entry = self._connections.db, self.of_fact(kind, of)
        if entry is None:
            return None
        found = db.execute(
            "SELECT note FROM checkpoints WHERE size > ? AND instr(note, ?) > 0 ORDER BY size, id LIMIT 1",
            [entry.index, key.begins],
        ).fetchone()
        if found is None or not is_signed_by(found[0], key):
            return None
        (note,) = found
        checkpoint = register_checkpoints.read(register_notes.parse(note.encode()).text)
        hashes = self.tree(checkpoint.size).inclusion_proof(entry.index)
        return Proof(entry, checkpoint, note, proofs.written(entry.index, hashes, note, entry.nonce))

    def is_older(self, index: int, age: dt.timedelta) -> bool:
        """Whether the fact of an entry is older than an age."""
        (at,) = self._connections.db.execute("SELECT at FROM register WHERE entry = ?", [index]).fetchone()
        return dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(at) > age

    def tile(self, tile: Tile) -> bytes | None:
        """Bytes of a tile or bundle, or None."""
        db = self._connections.db
        if not tiles.is_of(tile, size(db)):
            return None
        if tile.level is not None:
            return b"".join(tile_hashes(db, tile))
        rows = db.execute(
            "SELECT nonce, record FROM register WHERE entry >= ? ORDER BY entry LIMIT ?",
            [tile.start, tile.width],
        )
        return tiles.bundle([commitment(bytes(nonce), text.encode()) for nonce, text in rows])
