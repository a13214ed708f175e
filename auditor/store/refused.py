"""Refused files, for callers who see all rooms of the key that sent them."""

from __future__ import annotations

from msgspec.structs import replace

from auditor.store.blobs.kept_bytes import bytes_of
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.rows import EvidenceRecord
from auditor.store.sealed import Sealed
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_evidence import find
from auditor.store.stored_keys import KeyRecord, key_of

# Refused files have no content digest, so its index finds them.
_BETWEEN = """
SELECT sha256, key FROM evidence
WHERE content_sha256 IS NULL AND outcome = 'refused' AND received_at >= ? AND received_at < ? ORDER BY received_at, sha256
"""
_ONE = "SELECT sha256, key FROM evidence WHERE sha256 = ? AND outcome = 'refused'"

Refusal = tuple[EvidenceRecord, KeyRecord | None]


class RefusedTable:
    """Refused files."""

    def __init__(
        self, connections: Connections, sealed: Sealed, authority: StoredAuthority, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._authority = authority
        self._caller = caller

    def between(self, begins: str, ends: str) -> list[Refusal]:
        """Files received in [begins, ends), in order, with their keys.

        A key's rooms include its authority's; None for all.
        """
        return self._seen(_BETWEEN, [begins, ends])

    def get(self, sha256: str) -> Refusal | None:
        """One file."""
        found = self._seen(_ONE, [sha256])
        return found[0] if found else None

    def head(self, sha256: str, size: int) -> bytes:
        """First bytes of a file; none where purged."""
        row = self._connections.db.execute("SELECT body FROM evidence WHERE sha256 = ?", [sha256]).fetchone()
        return bytes_of(row[0], sha256)[:size] if row else b""

    def _seen(self, query: str, values: list[str]) -> list[Refusal]:
        with self._connections.reading() as db:
            rows = db.execute(query, values).fetchall()
            keys = {key: self._with_rooms(key_of(db, key)) for _, key in rows if key is not None}
            found = [(find(db, sha256), keys.get(key)) for sha256, key in rows if self._sees(keys.get(key))]
        seen = [(record, key) for record, key in found if record is not None]
        self._sealed.must_be_as_written("evidence", ((record.sha256,) for record, _ in seen))
        return seen

    def _sees(self, key: KeyRecord | None) -> bool:
        if self._caller.rooms is None:
            return True
        return key is not None and key.rooms is not None and set(key.rooms) <= set(self._caller.rooms)

    def _with_rooms(self, key: KeyRecord | None) -> KeyRecord | None:
        if key is None or key.authority is None:
            return key
        return replace(key, rooms=self._authority.rooms_of(key.authority))
