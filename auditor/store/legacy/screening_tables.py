"""Tables of statistics of sessions for the screening of their rooms, and of their sums, with triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

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
_SUMS = """
CREATE TABLE screening_sums ( -- of statistics, a pure function of them: a night adds up these
    id INTEGER PRIMARY KEY,
    statistics INTEGER NOT NULL REFERENCES screening_statistics (id),
    version INTEGER NOT NULL, -- of the sums
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the body
    size INTEGER NOT NULL,
    body BLOB NOT NULL, -- rules/screening/written_statistics.py; last, so that the rest is read without it
    UNIQUE (statistics, version)
) STRICT;
CREATE TRIGGER screening_sums_remain BEFORE DELETE ON screening_sums
    WHEN NOT EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence' AND key = (
        SELECT s.evidence FROM sessions AS s JOIN screening_statistics AS kept ON kept.session = s.id
        WHERE kept.id = OLD.statistics))
    BEGIN SELECT RAISE(ABORT, 'what is summed for screening is never removed'); END;
"""
_ON_RECORD = Protected(
    "screening_statistics", "what is kept for screening", ("id = NEW.id",), delete=None
)  # they go with the log
_SUMS_ON_RECORD = Protected(
    "screening_sums",
    "what is summed for screening",
    ("id = NEW.id", "statistics = NEW.statistics AND version = NEW.version"),
    delete=None,
)


STATISTICS_OF_FACTS = """
CREATE INDEX screening_statistics_of ON screening_statistics (session, audit);
CREATE UNIQUE INDEX screening_sums_of ON screening_sums (statistics, version);
"""


def screening_tables() -> str:
    """Script of the table and its triggers."""
    return _STATISTICS + triggers(_ON_RECORD)


def screening_sums_table() -> str:
    """Script of the table of sums and its triggers."""
    return _SUMS + triggers(_SUMS_ON_RECORD)
