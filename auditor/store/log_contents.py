"""Contents of the log for a copy: records with their nonces, parts of facts, and bytes by their digest."""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from auditor.register.tiles import Tile
from auditor.store.connection import Connections
from auditor.store.stored_register import tile_hashes

_BODIES = (
    "evidence",
    "filed",
    "originals",
    "event_files",
    "attachments",
    "reports",
)  # tables with sha256 and body
_ENTRIES = "SELECT nonce, record FROM register WHERE entry >= ? ORDER BY entry LIMIT ?"
_PURGES = "SELECT 1 FROM register WHERE entry >= ? AND kind IN ('evidence.purged', 'result.purged') LIMIT 1"


class LogContents:
    """Contents of a store's log, without a transaction over all of them: entries never change, and bytes have their digest."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

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

    def part(self, digest: str) -> bytes | None:
        """Salt and body of a part, of which the digest is the SHA-256; None where it was erased."""
        row = self._db.execute("SELECT salt, body FROM fact_parts WHERE digest = ?", [digest]).fetchone()
        return None if row is None else bytes(row[0]) + bytes(row[1])

    def body_digests(self) -> set[str]:
        """Digests of the bytes that were not purged."""
        return {digest for table in _BODIES for digest in self._digests(table)}

    def _digests(self, table: str) -> Iterator[str]:
        for (digest,) in self._db.execute(f"SELECT sha256 FROM {table} WHERE length(body) > 0"):
            yield digest

    def bodies(self, digest: str) -> Iterator[bytes]:
        """Bytes that tables have under a digest, whole or damaged."""
        for table in _BODIES:
            sql = f"SELECT body FROM {table} WHERE sha256 = ? AND length(body) > 0"
            for (body,) in self._db.execute(sql, [digest]).fetchall():
                yield bytes(body)
