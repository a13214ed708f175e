"""Table of corrections with its triggers: rows go only with their audit's findings, while that purge is open."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE corrections ( -- of an audit: what its logs that supersede others changed
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL, -- the audit's own order
    session INTEGER NOT NULL REFERENCES sessions (id), -- the log that supersedes another one
    correction TEXT NOT NULL CHECK (json_valid(correction)),
    PRIMARY KEY (audit, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX corrections_of_session ON corrections (session);
CREATE INDEX sessions_that_correct ON sessions (room, received_at) WHERE supersedes IS NOT NULL;
ALTER TABLE incident_events ADD COLUMN correction INTEGER REFERENCES sessions (id); -- for which an incident was closed
"""
_ENDED = "(SELECT state FROM audits WHERE id = NEW.audit) IN ('finished', 'failed')"
_ON_RECORD = Protected("corrections", "a correction", (), delete=None, insert=_ENDED)
_REMAIN = """
CREATE TRIGGER corrections_remain BEFORE DELETE ON corrections
    WHEN NOT EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'audits' AND key = CAST(OLD.audit AS TEXT))
    BEGIN SELECT RAISE(ABORT, 'a correction is never removed'); END;
"""


def correction_tables() -> str:
    """Script of the table, column and triggers."""
    return "".join([_TABLES, triggers(_ON_RECORD), _REMAIN])
