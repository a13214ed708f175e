"""Table of engines with its triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLE = """
CREATE TABLE engines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, -- when the service first started with it in place of the one before
    version TEXT NOT NULL,
    library TEXT NOT NULL CHECK (length(library) = 64) -- digest of the rulesets that ship with it
) STRICT;
"""
ENGINE_CODE = """
ALTER TABLE engines ADD COLUMN code TEXT CHECK (length(code) = 64); -- digest of what can change a result; NULL: before 0.2.0
ALTER TABLE engines ADD COLUMN judgement INTEGER CHECK (judgement > 0);
"""


def engine_table() -> str:
    """Script of the table and triggers."""
    return _TABLE + triggers(Protected("engines", "an engine on record", ("id = NEW.id",)))
