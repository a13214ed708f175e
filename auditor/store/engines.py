"""The engines that audited into a store, each from when it was first used in place of another one. Rows are only ever added."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal
from rules.results import Engine


class Engines:
    """Engines in the order in which they were used."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def last(self) -> Engine | None:
        """The engine on record; None where none was noted yet."""
        return _last(self._connections.db)

    def note(self, engine: Engine, at: str) -> bool:
        """Put on record that an engine is used from a time, unless it is the last one; and whether it was put there.

        Of several processes that start at once with the same engine, one does.
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
