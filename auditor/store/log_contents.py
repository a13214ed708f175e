"""Contents of the log for a copy: records with their nonces, parts of facts, and bytes by their digest."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from sqlite_utils import Database

from auditor.register.tiles import Tile
from auditor.store.blobs.kept_bytes import POINTED, bytes_of
from auditor.store.connection import Connections
from auditor.store.log_checkpoints import CopiedCheckpoint, bundles_of_checkpoints, number_of
from auditor.store.log_documents import LogDocuments
from auditor.store.stored_fact_tables import TEXTS
from auditor.store.stored_register import tile_hashes


class KeptColumn(NamedTuple):
    """A column with bytes, and that with their SHA-256.

    packed: compressed by zlib, and the SHA-256 is of what it says. is_text: a column of text.
    """

    table: str
    digest: str
    body: str
    packed: bool = False
    is_text: bool = False

    @property
    def is_pointed(self) -> bool:
        """Whether its bytes may be outside of the database."""
        return self.table in POINTED and not self.is_text


_WITH_BODIES = (
    "evidence", "filed", "originals", "event_files", "attachments", "reports", "screening_statistics", "screening_sums",
)  # fmt: skip
KEPT = (
    *(KeptColumn(table, "sha256", "body") for table in _WITH_BODIES),
    KeptColumn("screening_lists", "sha256", "body", packed=True),
    *(
        KeptColumn(table, digest, text, is_text=True)
        for table, texts in TEXTS.items()
        for text, digest in texts.items()
    ),
)
_ENTRIES = "SELECT nonce, record FROM register WHERE entry >= ? ORDER BY entry LIMIT ?"
_PURGES = "SELECT 1 FROM register WHERE entry >= ? AND kind IN ('evidence.purged', 'result.purged') LIMIT 1"


class LogContents:
    """Contents of a store's log, without a transaction over all of them: entries never change, and bytes have their digest."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.documents = LogDocuments(connections)

    @property
    def _db(self) -> Database:
        return self._connections.db

    def entries(self, bundle: Tile) -> list[tuple[bytes, str]]:
        """Nonces and records of the entries of a bundle."""
        rows = self._db.execute(_ENTRIES, [bundle.start, bundle.width])
        return [(bytes(nonce), record) for nonce, record in rows]

    def hashes(self, tile: Tile) -> list[bytes]:
        """Hashes of a tile."""
        return tile_hashes(self._db, tile)

    def has_purge(self, first: int) -> bool:
        """Whether a purge was entered from an entry on."""
        return self._db.execute(_PURGES, [first]).fetchone() is not None

    def part_digests(self) -> set[str]:
        """Digests of the parts that were not erased."""
        return {digest for (digest,) in self._db.execute("SELECT digest FROM fact_parts")}

    def part(self, digest: str) -> list[bytes]:
        """Salt and body of a part, of which the digest is the SHA-256; none where it was erased."""
        rows = self._db.execute("SELECT salt, body FROM fact_parts WHERE digest = ?", [digest]).fetchall()
        return [bytes(salt) + bytes(body) for salt, body in rows]

    def body_digests(self) -> set[str]:
        """Digests of the bytes that were not purged."""
        return {digest for kept in KEPT for digest in self._digests(kept)}

    def _digests(self, kept: KeptColumn) -> Iterator[str]:
        sql = f"SELECT {kept.digest} FROM {kept.table} WHERE length({kept.body}) > 0 AND {kept.digest} IS NOT NULL"
        for (digest,) in self._db.execute(sql):
            yield digest

    def checkpoints(self, size: int, note: str) -> Iterator[tuple[int, list[CopiedCheckpoint]]]:
        """Bundles of the checkpoints up to one, which covers so many entries, each with its number."""
        return bundles_of_checkpoints(self._db, number_of(self._db, size, note))

    def bodies(self, digest: str) -> Iterator[bytes]:
        """Bytes that tables have under a digest, whole or damaged."""
        for kept in KEPT:
            where = f"{kept.digest} = ? AND length({kept.body}) > 0"
            sql = f"SELECT {kept.body} FROM {kept.table} WHERE {where}"
            for (body,) in self._db.execute(sql, [digest]).fetchall():
                yield _unpacked(bytes_of(body, digest) if kept.is_pointed else body, kept)


def as_kept(body: bytes, kept: KeptColumn) -> bytes | str:
    """Bytes of a copy as their column has them. Raises UnicodeDecodeError for a text that is none."""
    if kept.is_text:
        return body.decode()
    return zlib.compress(body, 9) if kept.packed else body


def _unpacked(body: bytes | str, kept: KeptColumn) -> bytes:
    if isinstance(body, str):
        return body.encode()
    try:
        return zlib.decompress(body) if kept.packed else bytes(body)
    except zlib.error:
        return bytes(body)  # damage, which its digest shows
