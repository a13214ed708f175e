"""The tables, as numbered migrations. One that has shipped is never edited; a later one changes what it made."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from auditor.store.first_found import note_incidents
from auditor.store.incident_tables import incident_tables, incident_triggers
from auditor.store.keys_tables import KEY_TABLES, UPLOADS
from auditor.store.outbox_table import WEBHOOKS
from auditor.store.protection import protection
from auditor.store.register import begin
from auditor.store.register_tables import BY_FACT, CHECKPOINTS, COSIGNATURES, REGISTER
from auditor.store.retention_tables import retention_tables
from auditor.store.seals import KEYS, SEALS, seal_all

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

# NOT NULL needs a default: earlier audits did not count open points.
_OPEN_POINTS = """
ALTER TABLE coverage ADD COLUMN open INTEGER NOT NULL DEFAULT 0; -- of those agreeing
"""


# What was decided and filed, in its order. The number of a change names a snapshot: at change 17 the registry is
# what the changes up to 17 made of it. None is ever altered.
_CHANGES = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN
        ('terms', 'totals', 'draft', 'document', 'submitted', 'withdrawn', 'approved', 'denied')),
    ruleset TEXT, -- of controls
    revision INTEGER,
    by TEXT, -- who did it
    reference TEXT, -- of the authority's letter
    note TEXT,
    details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
    CHECK ((ruleset IS NULL) = (revision IS NULL)),
    CHECK ((ruleset IS NULL) = (action IN ('terms', 'totals')))
) STRICT;
CREATE INDEX changes_of_controls ON changes (ruleset, revision, id);
CREATE INDEX changes_of_rooms ON changes (room, id);
CREATE TRIGGER changes_stay BEFORE UPDATE ON changes BEGIN SELECT RAISE(ABORT, 'a change is never altered'); END;
CREATE TRIGGER changes_remain BEFORE DELETE ON changes BEGIN SELECT RAISE(ABORT, 'a change is never removed'); END;

CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL CHECK (json_valid(terms)), -- a list, the oldest first
    change INTEGER NOT NULL REFERENCES changes (id) -- that made them so
) STRICT;

CREATE TABLE filed ( -- files of controls and the documents that they are taken from
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    size INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    filename TEXT,
    received_at TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE controls (
    ruleset TEXT NOT NULL,
    revision INTEGER NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (id),
    standing TEXT NOT NULL CHECK (standing IN ('draft', 'submitted', 'approved', 'denied')),
    source TEXT NOT NULL REFERENCES filed (sha256), -- the TOML file
    document TEXT REFERENCES filed (sha256), -- PDF or Word
    digest TEXT, -- of the resolved form; NULL where the file does not resolve
    starts TEXT,
    title TEXT NOT NULL,
    change INTEGER NOT NULL REFERENCES changes (id), -- the last one
    PRIMARY KEY (ruleset, revision),
    CHECK (standing != 'approved' OR (digest IS NOT NULL AND starts IS NOT NULL))
) STRICT;
CREATE INDEX controls_of_rooms ON controls (room, ruleset, revision);
CREATE TRIGGER approved_controls_stay BEFORE UPDATE ON controls WHEN OLD.standing = 'approved'
    BEGIN SELECT RAISE(ABORT, 'approved controls are never altered'); END;
CREATE TRIGGER controls_remain BEFORE DELETE ON controls
    BEGIN SELECT RAISE(ABORT, 'controls are never removed'); END;

CREATE TABLE gap_reports (
    key TEXT NOT NULL, -- of the ruleset and how it is called
    engine TEXT NOT NULL,
    report BLOB NOT NULL,
    PRIMARY KEY (key, engine)
) STRICT;
"""

# What an audit rests on; `of`: the audit that it does again. Findings on a room's day as a whole are of no session.
_KNOWLEDGE = """
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

# NULL: audits of engines that did not count what does not apply.
_INAPPLICABLE = """
ALTER TABLE coverage ADD COLUMN inapplicable INTEGER;
"""

# One row an incident. Audits of engines that did not group findings have none, and "incidents" null in their summary.
_INCIDENTS = """
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

# A draft may be discarded, which is a change like any other. A CHECK cannot be altered, so that the table is made anew, and
# those that refer to it with it; their rows stay as they were.
_DISCARDED = """
ALTER TABLE changes RENAME TO changes_before;
ALTER TABLE rooms RENAME TO rooms_before;
ALTER TABLE controls RENAME TO controls_before;
DROP INDEX changes_of_controls;
DROP INDEX changes_of_rooms;
DROP INDEX controls_of_rooms;
DROP TRIGGER changes_stay;
DROP TRIGGER changes_remain;
DROP TRIGGER approved_controls_stay;
DROP TRIGGER controls_remain;

CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN
        ('terms', 'totals', 'draft', 'document', 'submitted', 'withdrawn', 'approved', 'denied', 'discarded')),
    ruleset TEXT, -- of controls
    revision INTEGER,
    by TEXT, -- who did it
    reference TEXT, -- of the authority's letter
    note TEXT,
    details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
    CHECK ((ruleset IS NULL) = (revision IS NULL)),
    CHECK ((ruleset IS NULL) = (action IN ('terms', 'totals')))
) STRICT;
INSERT INTO changes SELECT * FROM changes_before;

CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL CHECK (json_valid(terms)), -- a list, the oldest first
    change INTEGER NOT NULL REFERENCES changes (id) -- that made them so
) STRICT;
INSERT INTO rooms SELECT * FROM rooms_before;

CREATE TABLE controls (
    ruleset TEXT NOT NULL,
    revision INTEGER NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (id),
    standing TEXT NOT NULL CHECK (standing IN ('draft', 'submitted', 'approved', 'denied')),
    source TEXT NOT NULL REFERENCES filed (sha256), -- the TOML file
    document TEXT REFERENCES filed (sha256), -- PDF or Word
    digest TEXT, -- of the resolved form; NULL where the file does not resolve
    starts TEXT,
    title TEXT NOT NULL,
    change INTEGER NOT NULL REFERENCES changes (id), -- the last one
    PRIMARY KEY (ruleset, revision),
    CHECK (standing != 'approved' OR (digest IS NOT NULL AND starts IS NOT NULL))
) STRICT;
INSERT INTO controls SELECT * FROM controls_before;

DROP TABLE controls_before;
DROP TABLE rooms_before;
DROP TABLE changes_before;
CREATE INDEX changes_of_controls ON changes (ruleset, revision, id);
CREATE INDEX changes_of_rooms ON changes (room, id);
CREATE INDEX controls_of_rooms ON controls (room, ruleset, revision);
CREATE TRIGGER changes_stay BEFORE UPDATE ON changes BEGIN SELECT RAISE(ABORT, 'a change is never altered'); END;
CREATE TRIGGER changes_remain BEFORE DELETE ON changes BEGIN SELECT RAISE(ABORT, 'a change is never removed'); END;
CREATE TRIGGER approved_controls_stay BEFORE UPDATE ON controls WHEN OLD.standing = 'approved'
    BEGIN SELECT RAISE(ABORT, 'approved controls are never altered'); END;
CREATE TRIGGER controls_remain BEFORE DELETE ON controls WHEN OLD.standing != 'draft'
    BEGIN SELECT RAISE(ABORT, 'controls are never removed, but for a draft'); END;
"""

# The order in which audits finished, which is not that of their ids. A finish is a moment: transactions that write follow one
# another, so that a reader who has seen a number has seen all smaller ones.
_FINISHES = """
ALTER TABLE audits ADD COLUMN finish INTEGER;
UPDATE audits SET finish = ordered.place
FROM (SELECT id, row_number() OVER (ORDER BY finished_at, id) AS place FROM audits WHERE state = 'finished') AS ordered
WHERE audits.id = ordered.id;
CREATE UNIQUE INDEX audits_by_finish ON audits (finish) WHERE finish IS NOT NULL;
"""

# Earlier audits kept none: a gaming day with their sessions reads the logs.
_SESSION_RESULTS = """
CREATE TABLE session_results (
    session INTEGER NOT NULL REFERENCES sessions (id),
    basis TEXT NOT NULL, -- digest of rulesets, the room's terms and the engine
    audit INTEGER NOT NULL REFERENCES audits (id), -- that read the log, and has the findings and incidents
    result TEXT NOT NULL CHECK (json_valid(result)), -- the session's audit, without them
    summary TEXT NOT NULL CHECK (json_valid(summary)), -- for the checks across sessions
    PRIMARY KEY (session, basis)
) STRICT, WITHOUT ROWID;
"""


# No record: what the service saw when it read, for its health. A repair takes the row away.
_DAMAGE = """
CREATE TABLE damage (
    subject TEXT NOT NULL, -- the table
    key TEXT NOT NULL, -- of the row
    noticed_at TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (subject, key)
) STRICT, WITHOUT ROWID;
"""


@MIGRATIONS(name="0001_evidence_and_sessions")
def evidence_and_sessions(db: Database) -> None:
    """The bytes of logs, and the sessions in them."""
    db.executescript(_EVIDENCE)
    db.executescript(_SESSIONS)


@MIGRATIONS(name="0002_audits")
def audits(db: Database) -> None:
    """Audits: the queue, what they found and what they covered."""
    db.executescript(_AUDITS)


@MIGRATIONS(name="0003_open_points")
def open_points(db: Database) -> None:
    """Hands with a point that the controls leave open, counted apart from those that differ."""
    db.executescript(_OPEN_POINTS)


@MIGRATIONS(name="0004_rooms_and_controls")
def rooms_and_controls(db: Database) -> None:
    """Rooms, their controls, and every change of either."""
    db.executescript(_CHANGES)


@MIGRATIONS(name="0005_knowledge")
def knowledge(db: Database) -> None:
    """The snapshot that an audit rests on, audits done again, and audits of a room's gaming day."""
    db.executescript(_KNOWLEDGE)


@MIGRATIONS(name="0006_inapplicable")
def inapplicable(db: Database) -> None:
    """Hands to which a check does not apply, counted apart from those that could not be tested."""
    db.executescript(_INAPPLICABLE)


@MIGRATIONS(name="0007_incidents")
def incidents(db: Database) -> None:
    """What a person acts on: findings that share a cause."""
    db.executescript(_INCIDENTS)


@MIGRATIONS(name="0008_discarded_drafts")
def discarded_drafts(db: Database) -> None:
    """A draft that was filed by mistake can be discarded, on record."""
    db.executescript(_DISCARDED)


@MIGRATIONS(name="0009_finishes")
def finishes(db: Database) -> None:
    """The order in which audits finished, for comparisons between two nights."""
    db.executescript(_FINISHES)


@MIGRATIONS(name="0010_session_results")
def session_results(db: Database) -> None:
    """What the audit of a log gave for its session, so that a gaming day is audited without the logs."""
    db.executescript(_SESSION_RESULTS)


@MIGRATIONS(name="0011_keys")
def keys(db: Database) -> None:
    """Keys, and which of them did what is on record."""
    db.executescript(KEY_TABLES)


@MIGRATIONS(name="0012_protection")
def protected(db: Database) -> None:
    """Triggers on every table whose rows are on record, also for INSERT OR REPLACE; and repairs of damaged bytes."""
    db.executescript(protection())


@MIGRATIONS(name="0013_damage")
def damage(db: Database) -> None:
    """What was noticed to be damaged."""
    db.executescript(_DAMAGE)


@MIGRATIONS(name="0014_seals")
def seals(db: Database) -> None:
    """Digests of rows as they were written; those of before are sealed as they are."""
    db.executescript(SEALS)
    there = set(db.table_names())
    for subject in KEYS:
        if subject in there:  # later migrations make the others
            seal_all(db, subject)


@MIGRATIONS(name="0015_uploads")
def uploads(db: Database) -> None:
    """How much each key uploaded of late."""
    db.executescript(UPLOADS)


@MIGRATIONS(name="0016_retention")
def retention(db: Database) -> None:
    """Holds, and purges of what was kept long enough, through which alone evidence and results are removed."""
    db.executescript(retention_tables())


@MIGRATIONS(name="0017_webhooks")
def webhooks(db: Database) -> None:
    """Messages to other programs, written with the facts that they are about."""
    db.executescript(WEBHOOKS)


@MIGRATIONS(name="0018_sealed_keys")
def sealed_keys(db: Database) -> None:
    """Keys are sealed; gap reports are made again, and kept with their digests."""
    seal_all(db, "keys")
    db.execute("DELETE FROM gap_reports")


@MIGRATIONS(name="0019_register")
def register(db: Database) -> None:
    """The register; what was on record before it is entered as known at its beginning."""
    db.executescript(REGISTER)
    begin(db)


@MIGRATIONS(name="0020_checkpoints")
def checkpoints(db: Database) -> None:
    """Signed checkpoints of the register."""
    db.executescript(CHECKPOINTS)


@MIGRATIONS(name="0021_cosignatures")
def cosignatures(db: Database) -> None:
    """What witnesses signed."""
    db.executescript(COSIGNATURES)


@MIGRATIONS(name="0022_incidents_of_rooms")
def incidents_of_rooms(db: Database) -> None:
    """What becomes of incidents: answers, their files, decisions; and each incident that earlier audits found, once."""
    db.executescript(incident_tables())
    for (audit,) in db.execute("SELECT id FROM audits WHERE finish IS NOT NULL ORDER BY finish").fetchall():
        note_incidents(db, audit)
    seal_all(db, "room_incidents")
    db.executescript(incident_triggers())


@MIGRATIONS(name="0023_register_by_fact")
def register_by_fact(db: Database) -> None:
    """An index of the register by fact."""
    db.execute(BY_FACT)
