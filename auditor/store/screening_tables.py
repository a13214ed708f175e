"""Table of statistics of sessions for the screening of their rooms, with triggers."""

from __future__ import annotations

from auditor.store.protection import Protected, triggers

_STATISTICS = """
CREATE TABLE screening_statistics (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id),
    audit INTEGER NOT NULL REFERENCES audits (id), -- that read the log; of a session the newest counts
    day TEXT NOT NULL CHECK (length(day) = 10), -- the gaming day
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the body
    size INTEGER NOT NULL,
    body BLOB NOT NULL -- rules/screening/written_statistics.py; last, so that the rest is read without it
) STRICT;
CREATE INDEX screening_statistics_of ON screening_statistics (session, audit);
CREATE TRIGGER screening_statistics_remain BEFORE DELETE ON screening_statistics
    WHEN NOT EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence'
        AND key = (SELECT evidence FROM sessions WHERE id = OLD.session))
    BEGIN SELECT RAISE(ABORT, 'what is kept for screening is never removed'); END;
"""
_ON_RECORD = Protected(
    "screening_statistics", "what is kept for screening", ("id = NEW.id",), delete=None
)  # they go with the log


def screening_tables() -> str:
    """Script of the table and its triggers."""
    return _STATISTICS + triggers(_ON_RECORD)
