"""Handlers of facts about the log itself and its engine."""

from __future__ import annotations

from auditor.facts.handlers import add, folds, folds_to_nothing
from auditor.facts.kinds.facts_of_log import (
    EngineChanged,
    LogKeyHandedOver,
    LogKeyReplaced,
    StoreAdopted,
    StoreRestored,
)
from auditor.facts.tables import Tables

folds_to_nothing(StoreAdopted, StoreRestored, LogKeyReplaced)


@folds(EngineChanged, "engines")
def engine_changed(tables: Tables, seq: int, fact: EngineChanged) -> None:
    """Add an engine."""
    add(tables, "engines", seq, fact)


@folds(LogKeyHandedOver, "log_keys")
def log_key_handed_over(tables: Tables, seq: int, fact: LogKeyHandedOver) -> None:
    """Add a key of the log."""
    add(tables, "log_keys", seq, fact, verifier=fact.after)
