"""Damage noticed in reading, shared by processes for the service's health."""

from __future__ import annotations

import logging

from msgspec import Struct

from auditor.store.connection import Connections, StoreError
from auditor.store.service_clock import now

log = logging.getLogger(__name__)


class DamagedRow(Struct, frozen=True):
    """A row whose content was altered, in words."""

    subject: str
    key: str
    noticed_at: str
    words: str


class Damage:
    """Damaged rows by table and key."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def note(self, subject: str, key: str, words: str) -> None:
        """Record a damaged row where the store can be written; its reader learns of it anyway. Within a transaction, which is
        undone, it is in the service's log alone.
        """
        if self._connections.read_only:
            return
        if self._connections.is_writing():
            log.error("damaged: %s %s. %s", subject, key, words)
            return
        held = "SELECT 1 FROM damage WHERE subject = ? AND key = ?"
        try:
            if self._connections.db.execute(held, [subject, key]).fetchone():
                return
            log.error("damaged: %s %s. %s", subject, key, words)
            with self._connections.writing(
                lasting=False, signed=False
            ) as db:  # also where forged facts let no other go on
                if db.execute(held, [subject, key]).fetchone() is None:
                    db.execute("INSERT INTO damage VALUES (?, ?, ?, ?)", [subject, key, now(), words])
        except StoreError:
            log.exception("the damage of %s %s could not be written down", subject, key)

    def forget(self, subject: str, key: str) -> None:
        """Forget damage of what is whole again."""
        with self._connections.writing(lasting=False, signed=False) as db:
            db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [subject, key])

    def all(self) -> list[DamagedRow]:
        """Noticed damage that is not repaired, oldest first."""
        rows = self._connections.db.execute(
            "SELECT subject, key, noticed_at, words FROM damage ORDER BY noticed_at, subject, key"
        )
        return [DamagedRow(*row) for row in rows]
