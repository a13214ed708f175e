"""The tables, as numbered migrations. One that has shipped is never edited: the next one changes its work."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

MIGRATIONS = Migrations("auditor")

_EVIDENCE = """
CREATE TABLE evidence (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64), -- of the bytes as they were received
    content_sha256 TEXT CHECK (length(content_sha256) = 64), -- of the log without gzip; NULL: unknown
    size INTEGER NOT NULL CHECK (size >= 0),
    media_type TEXT NOT NULL,
    filename TEXT, -- as the sender named it
    received_at TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('session', 'conflict', 'refused')),
    message TEXT, -- why it was refused, or what it conflicts with
    problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems)),
    problem_count INTEGER NOT NULL DEFAULT 0,
    body BLOB NOT NULL -- last, so that the rest is read without it
) STRICT;
CREATE INDEX evidence_content ON evidence (content_sha256);
"""

# Versions of a session form a chain: one first file, and at most one correction of each.
_SESSIONS = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    room TEXT NOT NULL,
    session TEXT NOT NULL,
    table_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    day TEXT NOT NULL CHECK (length(day) = 10), -- the day it was opened, in the room's own time
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    hands INTEGER NOT NULL,
    ruleset TEXT, -- the one the room says it played under
    evidence TEXT NOT NULL REFERENCES evidence (sha256),
    content_sha256 TEXT NOT NULL UNIQUE,
    supersedes INTEGER UNIQUE REFERENCES sessions (id),
    received_at TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (json_valid(facts))
) STRICT;
CREATE UNIQUE INDEX sessions_first ON sessions (room, session) WHERE supersedes IS NULL;
CREATE INDEX sessions_by_room ON sessions (room, day, id);
CREATE INDEX sessions_by_day ON sessions (day, id);
"""

# The table is the queue. `owner` names the lock file of the process that runs the audit.
_AUDITS = """
CREATE TABLE audits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'finished', 'failed')),
    request TEXT NOT NULL CHECK (json_valid(request)),
    ruleset TEXT, -- asked for, in place of what the sessions name
    skipped TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skipped)),
    idempotency_key TEXT UNIQUE,
    request_sha256 TEXT NOT NULL,
    owner TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    hands_total INTEGER NOT NULL,
    hands_done INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    summary TEXT CHECK (summary IS NULL OR json_valid(summary)), -- without findings and coverage
    counts TEXT CHECK (counts IS NULL OR json_valid(counts)),
    result_sha256 TEXT,
    CHECK ((state = 'running') = (owner IS NOT NULL)),
    CHECK ((state = 'finished') = (summary IS NOT NULL)),
    CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT;
CREATE INDEX audits_unfinished ON audits (state, id) WHERE state IN ('queued', 'running');

CREATE TABLE audit_sessions (
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (id),
    what_if INTEGER NOT NULL CHECK (what_if IN (0, 1)), -- under a ruleset other than the session's own
    PRIMARY KEY (audit, position),
    UNIQUE (audit, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_sessions_by_session ON audit_sessions (session, audit);

CREATE TABLE findings (
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL, -- the audit's own order
    session INTEGER NOT NULL REFERENCES sessions (id),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    room TEXT NOT NULL,
    session_name TEXT NOT NULL,
    hand INTEGER,
    seat INTEGER,
    player TEXT,
    line INTEGER,
    stated ANY,
    expected ANY,
    difference INTEGER,
    unit TEXT,
    money INTEGER,
    clause TEXT NOT NULL,
    message TEXT NOT NULL,
    hands TEXT,
    readings TEXT,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (audit, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE coverage (
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    tested INTEGER NOT NULL,
    agreeing INTEGER NOT NULL,
    differing INTEGER NOT NULL,
    untestable INTEGER NOT NULL,
    because TEXT NOT NULL CHECK (json_valid(because)),
    PRIMARY KEY (audit, position)
) STRICT, WITHOUT ROWID;
"""

# NOT NULL needs a default: audits of before told no open points apart.
_OPEN_POINTS = """
ALTER TABLE coverage ADD COLUMN open INTEGER NOT NULL DEFAULT 0; -- of those agreeing
"""


@MIGRATIONS(name="0001_evidence_and_sessions")
def evidence_and_sessions(db: Database) -> None:
    """The bytes, and the sessions they hold."""
    db.executescript(_EVIDENCE)
    db.executescript(_SESSIONS)


@MIGRATIONS(name="0002_audits")
def audits(db: Database) -> None:
    """Audits: the queue, what they found and what they covered."""
    db.executescript(_AUDITS)


@MIGRATIONS(name="0003_open_points")
def open_points(db: Database) -> None:
    """Hands with a point that the controls leave open, beside those that differ."""
    db.executescript(_OPEN_POINTS)
