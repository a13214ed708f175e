"""Tables of keyed sessions' drafts: no evidence, unsealed, unregistered, gone when done."""

KEYED = """
CREATE TABLE keyed_drafts ( -- a session that a room's staff key
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    room TEXT NOT NULL,
    head TEXT NOT NULL CHECK (json_valid(head) AND length(head) <= 8192), -- what is of the session as a whole
    made_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    key TEXT REFERENCES keys (id), -- of the last change; NULL: the service ran without keys
    version INTEGER NOT NULL CHECK (version >= 1) -- one more with each change, of its hands too
) STRICT;
CREATE INDEX keyed_drafts_of ON keyed_drafts (room, id);
CREATE TABLE keyed_hands ( -- a hand of a draft
    draft INTEGER NOT NULL REFERENCES keyed_drafts (id) ON DELETE CASCADE,
    hand INTEGER NOT NULL CHECK (hand >= 0),
    content TEXT NOT NULL CHECK (json_valid(content) AND length(content) <= 16384),
    changed_at TEXT NOT NULL,
    key TEXT REFERENCES keys (id), -- of the last change
    version INTEGER NOT NULL CHECK (version >= 1), -- that the draft got with its last change
    page TEXT NOT NULL, -- the open page that made it; empty: a form
    step INTEGER NOT NULL, -- of that page
    due_shown INTEGER NOT NULL DEFAULT 0 CHECK (due_shown IN (0, 1)), -- 1: somebody has seen what was due
    altered INTEGER NOT NULL DEFAULT 0 CHECK (altered IN (0, 1)), -- 1: a net was changed after that
    PRIMARY KEY (draft, hand)
) STRICT, WITHOUT ROWID;
"""
REMOVED = """
CREATE TABLE keyed_removed ( -- hands of a draft that were removed after somebody had seen what was due
    draft INTEGER NOT NULL REFERENCES keyed_drafts (id) ON DELETE CASCADE,
    content TEXT NOT NULL CHECK (json_valid(content) AND length(content) <= 16384)
) STRICT;
CREATE INDEX keyed_removed_of ON keyed_removed (draft);
"""
