"""Keys for pseudonyms of names in hand histories, one for each room, in the store and its backups, for importers only.

A lost key would give the same names other pseudonyms.
"""

from __future__ import annotations

import secrets

from auditor.store.connection import Connections
from auditor.store.sealed import Sealed
from auditor.store.stored_seals import seal

BYTES = 32
TABLE = "pseudonym_keys"
_OF_ROOM = f"SELECT secret FROM {TABLE} WHERE room = ?"


class PseudonymKeys:
    """Keys by room."""

    def __init__(self, connections: Connections, sealed: Sealed) -> None:
        self._connections = connections
        self._sealed = sealed

    def get(self, room: str) -> bytes | None:
        """Key of a room; None before any need. Raises RecordDamaged."""
        row = self._connections.db.execute(_OF_ROOM, [room]).fetchone()
        self._sealed.must_be_as_written(TABLE, [(room,)] if row else [])
        return bytes.fromhex(row[0]) if row else None

    def get_or_make(self, room: str, at: str) -> bytes:
        """Key of a room, made once at the first need. Raises RecordDamaged."""
        if self.get(room) is None:
            with self._connections.writing() as db:
                if db.execute(_OF_ROOM, [room]).fetchone() is None:
                    made = [room, at, secrets.token_hex(BYTES)]
                    db.execute(f"INSERT INTO {TABLE} (room, made_at, secret) VALUES (?, ?, ?)", made)
                    seal(db, TABLE, room)
        found = self.get(room)
        assert found is not None
        return found
