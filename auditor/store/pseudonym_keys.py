"""Keys for pseudonyms of names in hand histories, one for each room, in the store and its backups, for importers only.

A lost key would give the same names other pseudonyms.
"""

from __future__ import annotations

import secrets

from auditor.facts.kinds.facts_of_keys import PseudonymKeyMade
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import keep_part, part
from auditor.store.sealed import Sealed

BYTES = 32
TABLE = "pseudonym_keys"
_OF_ROOM = f"SELECT secret FROM {TABLE} WHERE room = ?"


class PseudonymKeys:
    """Keys by room."""

    def __init__(self, connections: Connections, sealed: Sealed, log: FactLog) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log

    def get(self, room: str) -> bytes | None:
        """Key of a room; None before any need. Raises RecordDamaged."""
        row = self._connections.db.execute(_OF_ROOM, [room]).fetchone()
        if row is None:
            return None
        self._sealed.must_be_as_written(TABLE, [(room,)])
        return bytes.fromhex(part(self._connections.db, row[0]))

    def get_or_make(self, room: str, at: str) -> bytes:
        """Key of a room, made once at the first need. Raises RecordDamaged."""
        if self.get(room) is None:
            with self._connections.writing() as db:
                if db.execute(_OF_ROOM, [room]).fetchone() is None:
                    parts = {"secret": keep_part(db, secrets.token_hex(BYTES))}
                    self._log.append(db, PseudonymKeyMade(at=at, rooms=(room,), room=room, parts=parts))
        found = self.get(room)
        assert found is not None
        return found
