"""Engines that audited into a store, each from its first use after another; rows are only added."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal
from rules.results import Engine


class Engines:
    """Engines in order of use."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def last(self) -> Engine | None:
        """Last engine on record, or None."""
        return _last(self._connections.db)

    def note(self, engine: Engine, at: str) -> bool:
        """Record an engine from a time unless it is the last; whether it was recorded. Of processes that start together, one
        does.
        """
        if self.last() == engine:
            return False
        with self._connections.writing() as db:
            if _last(db) == engine:
                return False
            number = db.execute(
                "INSERT INTO engines (at, version, library, code, judgement) VALUES (?, ?, ?, ?, ?)",
                [at, engine.version, engine.library, engine.code, engine.judgement],
            ).lastrowid
            assert number is not None  # it was an INSERT
            seal(db, "engines", number)
            append(db, "engine.changed", number)
            return True


def _last(db: Database) -> Engine | None:
    row = db.execute(
        "SELECT version, library, code, judgement FROM engines ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return Engine(version=row[0], library=row[1], code=row[2], judgement=row[3]) if row else None
