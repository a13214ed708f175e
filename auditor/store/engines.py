"""Engines that audited into a store, each from its first use after another; rows are only added."""

from __future__ import annotations

import logging
from typing import Any

from sqlite_utils import Database

from auditor.errors import RecordDamaged
from auditor.facts.kinds.facts_of_log import EngineChanged
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from rules.results import Engine

log = logging.getLogger(__name__)


class Engines:
    """Engines in order of use."""

    def __init__(self, connections: Connections, log: FactLog) -> None:
        self._connections = connections
        self._log = log

    def last(self) -> Engine | None:
        """Last engine on record, or None."""
        return _last(self._connections.db)

    def note(self, engine: Engine, at: str) -> bool:
        """Record an engine from a time unless it is the last; whether it was recorded. Of processes that start together, one
        does. Over an altered register none is recorded, and the service starts all the same.
        """
        if self.last() == engine:
            return False
        try:
            with self._connections.writing() as db:
                if _last(db) == engine:
                    return False
                number = self._log.next_number(db, "engines")
                about: dict[str, Any] = {
                    "library": engine.library,
                    "code": engine.code,
                    "judgement": engine.judgement,
                }
                self._log.append(db, EngineChanged(at=at, number=number, version=engine.version, **about))
                return True
        except RecordDamaged as error:
            log.warning("the engine was not entered", extra={"reason": f"{error}"})
            return False


def _last(db: Database) -> Engine | None:
    row = db.execute(
        "SELECT version, library, code, judgement FROM engines ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return Engine(version=row[0], library=row[1], code=row[2], judgement=row[3]) if row else None
