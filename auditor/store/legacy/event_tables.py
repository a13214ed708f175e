"""Table of tournaments' files and ledgers, with triggers. Versions form a chain; repairs are of the subject `evidence`."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE event_files ( -- files of tournaments, and ledgers, as they were received
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('tournament', 'ledger')),
    room TEXT NOT NULL,
    name TEXT NOT NULL, -- its id within the room
    currency TEXT NOT NULL,
    day TEXT, -- the gaming day on which it begins; NULL: not recorded
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64), -- of the bytes as they were received
    content_sha256 TEXT NOT NULL UNIQUE CHECK (length(content_sha256) = 64), -- without gzip
    size INTEGER NOT NULL CHECK (size >= 0),
    media_type TEXT NOT NULL,
    filename TEXT, -- as the sender named it
    received_at TEXT NOT NULL,
    supersedes INTEGER UNIQUE REFERENCES event_files (id),
    key TEXT REFERENCES keys (id),
    facts TEXT NOT NULL CHECK (json_valid(facts)),
    body BLOB NOT NULL -- last, so that the rest is read without it
) STRICT;
CREATE UNIQUE INDEX event_files_first ON event_files (kind, room, name) WHERE supersedes IS NULL;
CREATE INDEX event_files_of ON event_files (kind, room, name, id);
CREATE INDEX event_files_named ON event_files (room, kind || ' ' || name); -- as incidents of rooms name their event
CREATE INDEX sessions_by_tournament ON sessions (room, json_extract(facts, '$.tournament'))
    WHERE json_extract(facts, '$.tournament') IS NOT NULL;
"""
_ON_RECORD = Protected("event_files", "the file of an event", (
    "id = NEW.id", "sha256 = NEW.sha256", "content_sha256 = NEW.content_sha256", "supersedes = NEW.supersedes",
    "NEW.supersedes IS NULL AND supersedes IS NULL AND kind = NEW.kind AND room = NEW.room AND name = NEW.name",
), columns="id, kind, room, name, currency, day, sha256, content_sha256, size, media_type, filename, received_at, supersedes, "
           "key, facts")  # fmt: skip
_BYTES = """
CREATE TRIGGER event_files_bytes_stay BEFORE UPDATE OF body ON event_files
    WHEN NOT EXISTS (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done)
    BEGIN SELECT RAISE(ABORT, 'the file of an event is never altered: its bytes stay'); END;
CREATE TRIGGER event_files_bytes_repaired AFTER UPDATE OF body ON event_files
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done; END;
"""
_OF_AUDITS = """
ALTER TABLE audits ADD COLUMN event INTEGER REFERENCES event_files (id); -- of an audit of a tournament or a ledger as a whole
CREATE INDEX audits_of_events ON audits (event) WHERE event IS NOT NULL;
ALTER TABLE findings ADD COLUMN entry INTEGER; -- of a tournament
ALTER TABLE findings ADD COLUMN table_name TEXT;
ALTER TABLE findings ADD COLUMN total TEXT; -- that the room stated
ALTER TABLE findings ADD COLUMN account TEXT; -- of a ledger
"""
INCIDENTS_OF_EVENTS = """
ALTER TABLE room_incidents ADD COLUMN event TEXT; -- such as "tournament D-0314"; NULL: of a session or a gaming day
"""


def event_tables() -> str:
    """Script of the table and triggers."""
    return "".join([_TABLES, triggers(_ON_RECORD), _BYTES])


def audits_of_events() -> str:
    """Script of audits of events and their findings."""
    return _OF_AUDITS
