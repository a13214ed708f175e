"""Tables of rooms, controls and changes."""

# Never altered. At change 17 the registry is what the changes up to 17 made.
CHANGES = """
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

# A CHECK cannot be altered, so the table and those that refer to it are made anew, with their rows.
DISCARDED = """
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
