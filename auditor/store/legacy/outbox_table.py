"""Table of messages to deliver."""

WEBHOOKS = """
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
    owner TEXT, -- the process that is at it
    error TEXT, -- of the last attempt
    ended_at TEXT,
    UNIQUE (endpoint, event, fact),
    CHECK ((state = 'pending') = (ended_at IS NULL)),
    CHECK (owner IS NULL OR state = 'pending')
) STRICT;
CREATE INDEX webhooks_by_state ON webhooks (state, endpoint, due_at, id);
"""
