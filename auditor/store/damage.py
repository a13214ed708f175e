"""Damage that was noticed when it was read: for the health of the service, which more than one process answers."""

from __future__ import annotations

import logging

from msgspec import Struct

from auditor.store.connection import Connections, StoreError
from auditor.store.stored_times import now

log = logging.getLogger(__name__)


class DamagedRow(Struct, frozen=True):
    """A row whose content is not what was stored, in words."""

    subject: str
    key: str
    noticed_at: str
    words: str


class Damage:
    """Damaged rows by table and key."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def note(self, subject: str, key: str, words: str) -> None:
        """Remember a damaged row. Whoever reads learns of it in any case, also where the store cannot be written to."""
        if self._connections.read_only:
            return
        held = "SELECT 1 FROM damage WHERE subject = ? AND key = ?"
        try:
            if self._connections.db.execute(held, [subject, key]).fetchone():
                return
            log.error("damaged: %s %s. %s", subject, key, words)
            with self._connections.writing() as db:
                if db.execute(held, [subject, key]).fetchone() is None:
                    db.execute("INSERT INTO damage VALUES (?, ?, ?, ?)", [subject, key, now(), words])
        except StoreError:
            log.exception("the damage of %s %s could not be written down", subject, key)

    def forget(self, subject: str, key: str) -> None:
        """Forget damage of what is whole again."""
        with self._connections.writing() as db:
            db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [subject, key])

    def all(self) -> list[DamagedRow]:
        """Damage that was noticed and not put right, the first noticed first."""
        rows = self._connections.db.execute(
            "SELECT subject, key, noticed_at, words FROM damage ORDER BY noticed_at, subject, key"
        )
        return [DamagedRow(*row) for row in rows]
