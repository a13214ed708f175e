"""Tables of evidence, sessions and audits, as first migrated."""

EVIDENCE = """
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

# Versions of a session form a chain: a file has at most one correction.
SESSIONS = """
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

# Also the queue; `owner` is that of the lease of one that runs (`auditor/store/leases.py`).
AUDITS = """
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

# NOT NULL needs a default: earlier audits did not count open points.
OPEN_POINTS = """
ALTER TABLE coverage ADD COLUMN open INTEGER NOT NULL DEFAULT 0; -- of those agreeing
"""

# `of`: the repeated audit. Findings of a whole day have no session.
KNOWLEDGE = """
ALTER TABLE audits ADD COLUMN knowledge TEXT CHECK (knowledge IS NULL OR json_valid(knowledge));
ALTER TABLE audits ADD COLUMN of INTEGER REFERENCES audits (id);
ALTER TABLE audits ADD COLUMN room TEXT; -- of an audit of a room's day
ALTER TABLE audits ADD COLUMN day TEXT;
CREATE INDEX audits_of_days ON audits (room, day) WHERE day IS NOT NULL;

ALTER TABLE findings RENAME TO findings_before;
CREATE TABLE findings (
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL, -- the audit's own order
    session INTEGER REFERENCES sessions (id), -- NULL: of a room's day as a whole
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
INSERT INTO findings SELECT * FROM findings_before;
DROP TABLE findings_before;
"""

# NULL: of engines that did not count it.
INAPPLICABLE = """
ALTER TABLE coverage ADD COLUMN inapplicable INTEGER;
"""

# NULL: nobody's money, or an engine that did not say.
MONEY_OF_FINDINGS = """
ALTER TABLE findings ADD COLUMN party TEXT;
ALTER TABLE findings ADD COLUMN money_kind TEXT;
"""

# Engines that did not group findings left none, and "incidents" null in the summary.
INCIDENTS = """
CREATE TABLE incidents (
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL, -- the audit's own order
    session INTEGER REFERENCES sessions (id), -- NULL: of a room's day as a whole
    id TEXT NOT NULL,
    area TEXT NOT NULL,
    severity TEXT NOT NULL,
    pattern INTEGER NOT NULL CHECK (pattern IN (0, 1)),
    incident TEXT NOT NULL CHECK (json_valid(incident)), -- as a whole
    PRIMARY KEY (audit, position)
) STRICT, WITHOUT ROWID;
"""

# Order of finishing, other than that of ids. Writers follow one another, so who reads a number has seen all smaller ones.
FINISHES = """
ALTER TABLE audits ADD COLUMN finish INTEGER;
UPDATE audits SET finish = ordered.place
FROM (SELECT id, row_number() OVER (ORDER BY finished_at, id) AS place FROM audits WHERE state = 'finished') AS ordered
WHERE audits.id = ordered.id;
CREATE UNIQUE INDEX audits_by_finish ON audits (finish) WHERE finish IS NOT NULL;
"""

# Beside what facts make of an audit: who has it in hand, how far, and the summary without findings and coverage.
BESIDE_AUDITS = (
    "owner TEXT",
    "started_at TEXT",
    "hands_done INTEGER NOT NULL DEFAULT 0",
    "begun INTEGER NOT NULL DEFAULT 0",
    "summary TEXT",
)
AUDITS_OF_FACTS = """
CREATE INDEX audits_unfinished ON audits (state, id) WHERE state = 'queued';
CREATE UNIQUE INDEX audits_by_key ON audits (idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX audits_of_days ON audits (room, day) WHERE day IS NOT NULL;
CREATE INDEX audits_of_events ON audits (event) WHERE event IS NOT NULL;
CREATE UNIQUE INDEX audits_by_finish ON audits (finish) WHERE finish IS NOT NULL;
CREATE UNIQUE INDEX audit_sessions_by_session ON audit_sessions (session, audit);
CREATE INDEX IF NOT EXISTS register_by_number ON register (kind, json_extract(record, '$.number'));
"""

# Earlier audits kept none, so days with their sessions read logs.
SESSION_RESULTS = """
CREATE TABLE session_results (
    session INTEGER NOT NULL REFERENCES sessions (id),
    basis TEXT NOT NULL, -- digest of rulesets, the room's terms and the engine
    audit INTEGER NOT NULL REFERENCES audits (id), -- that read the log, and has the findings and incidents
    result TEXT NOT NULL CHECK (json_valid(result)), -- the session's audit, without them
    summary TEXT NOT NULL CHECK (json_valid(summary)), -- for the checks across sessions
    PRIMARY KEY (session, basis)
) STRICT, WITHOUT ROWID;
"""

# No record, but seen in reading; a repair removes the row.
DAMAGE = """
CREATE TABLE damage (
    subject TEXT NOT NULL, -- the table
    key TEXT NOT NULL, -- of the row
    noticed_at TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (subject, key)
) STRICT, WITHOUT ROWID;
"""
