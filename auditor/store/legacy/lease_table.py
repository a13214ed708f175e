"""Table of leases, and that of webhooks without owners."""

LEASES = """
CREATE TABLE leases ( -- pieces of work that processes have; not on record
    epoch INTEGER PRIMARY KEY AUTOINCREMENT, -- never given again
    kind TEXT NOT NULL,
    of TEXT NOT NULL, -- the piece of work
    owner TEXT NOT NULL, -- a process, or one service in it
    seconds REAL NOT NULL CHECK (seconds > 0),
    ends REAL NOT NULL, -- seconds since 1970, by the database's clock
    UNIQUE (kind, of)
) STRICT;

DROP INDEX webhooks_by_state;
ALTER TABLE webhooks RENAME TO webhooks_before;
CREATE TABLE webhooks ( -- a message to an endpoint
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message TEXT NOT NULL UNIQUE, -- its id for the receiver, the same at each attempt
    endpoint TEXT NOT NULL,
    event TEXT NOT NULL,
    fact TEXT NOT NULL, -- that it is about: a fact gives an endpoint one message
    body TEXT NOT NULL CHECK (json_valid(body)),
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    due_at TEXT NOT NULL, -- of the next attempt
    error TEXT, -- of the last attempt
    ended_at TEXT,
    UNIQUE (endpoint, event, fact),
    CHECK ((state = 'pending') = (ended_at IS NULL))
) STRICT;
INSERT INTO webhooks (id, message, endpoint, event, fact, body, state, attempts, created_at, due_at, error, ended_at)
    SELECT id, message, endpoint, event, fact, body, state, attempts, created_at, due_at, error, ended_at
    FROM webhooks_before;
DROP TABLE webhooks_before;
CREATE INDEX webhooks_by_state ON webhooks (state, endpoint, due_at, id);
"""
