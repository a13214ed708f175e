"""Tables of keys."""

KEY_TABLES = """
CREATE TABLE keys (
    id TEXT PRIMARY KEY CHECK (length(id) = 8), -- public: it names the key on record
    secret_sha256 TEXT NOT NULL CHECK (length(secret_sha256) = 64),
    role TEXT NOT NULL CHECK (role IN ('room', 'compliance', 'regulator', 'automation', 'administrator')),
    name TEXT NOT NULL CHECK (name != ''), -- of the person or program that has it
    person INTEGER NOT NULL CHECK (person IN (0, 1)),
    rooms TEXT CHECK (rooms IS NULL OR json_valid(rooms)), -- a list of ids; NULL: those of its authority, or all
    authority TEXT,
    made_at TEXT NOT NULL,
    made_by TEXT, -- the account of the system, or NULL: the service at its first start
    expires_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT,
    replaces TEXT REFERENCES keys (id), -- the key of which it is the successor
    CHECK (rooms IS NULL OR authority IS NULL)
) STRICT;
CREATE INDEX keys_by_predecessor ON keys (replaces) WHERE replaces IS NOT NULL;

CREATE TRIGGER keys_remain BEFORE DELETE ON keys BEGIN SELECT RAISE(ABORT, 'a key is never removed'); END;
CREATE TRIGGER keys_come_once BEFORE INSERT ON keys WHEN EXISTS (SELECT 1 FROM keys WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'UNIQUE: a key is never replaced by another with its id'); END;
CREATE TRIGGER keys_stay BEFORE UPDATE OF id, secret_sha256, role, name, person, rooms, authority, made_at, made_by, replaces
    ON keys BEGIN SELECT RAISE(ABORT, 'what a key may do is never altered'); END;
CREATE TRIGGER keys_do_not_live_longer BEFORE UPDATE OF expires_at ON keys WHEN NEW.expires_at > OLD.expires_at
    BEGIN SELECT RAISE(ABORT, 'the life of a key is never made longer'); END;
CREATE TRIGGER keys_stay_revoked BEFORE UPDATE OF revoked_at ON keys
    WHEN OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at
    BEGIN SELECT RAISE(ABORT, 'a key that was revoked stays so'); END;

-- The key that did it. NULL: before there were keys, or a service that runs without them.
ALTER TABLE changes ADD COLUMN key TEXT REFERENCES keys (id);
ALTER TABLE evidence ADD COLUMN key TEXT REFERENCES keys (id);
ALTER TABLE sessions ADD COLUMN key TEXT REFERENCES keys (id);
ALTER TABLE audits ADD COLUMN key TEXT REFERENCES keys (id);
-- 1: requested of a service that ran without keys, so that anybody who reached it could do anything
ALTER TABLE audits ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
"""

KEYS_OF_FACTS = """
ALTER TABLE keys ADD COLUMN fact INTEGER; -- the entry of the last fact that made the row as it is
"""

UPLOADS = """
CREATE TABLE uploads (
    key TEXT PRIMARY KEY, -- '': a service without keys
    left REAL NOT NULL, -- uploads that may come at once
    at REAL NOT NULL, -- when that was so: seconds since 1970
    day TEXT NOT NULL CHECK (length(day) = 10), -- of what follows, in UTC
    bytes INTEGER NOT NULL,
    refused INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""
