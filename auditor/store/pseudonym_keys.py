"""The keys under which names in hand histories become pseudonyms: one of each room, in the store and in its backups.

They are given to importers and to nothing else. The store has the histories with the names too, so that a key beside it would
hide nothing more; a lost one would give the same names other pseudonyms.
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
    """Secrets by the room that they are of."""

    def __init__(self, connections: Connections, sealed: Sealed) -> None:
        self._connections = connections
        self._sealed = sealed

    def get(self, room: str) -> bytes | None:
        """The key of a room; None where none was needed yet. Raises RecordDamaged."""
        row = self._connections.db.execute(_OF_ROOM, [room]).fetchone()
        self._sealed.must_be_as_written(TABLE, [(room,)] if row else [])
        return bytes.fromhex(row[0]) if row else None

    def get_or_make(self, room: str, at: str) -> bytes:
        """The key of a room, made at the first need; of several at once that make one, all get the same. Raises RecordDamaged."""
        if self.get(room) is None:
            with self._connections.writing() as db:
                if db.execute(_OF_ROOM, [room]).fetchone() is None:
                    made = [room, at, secrets.token_hex(BYTES)]
                    db.execute(f"INSERT INTO {TABLE} (room, made_at, secret) VALUES (?, ?, ?)", made)
                    seal(db, TABLE, room)
        found = self.get(room)
        assert found is not None
        return found
