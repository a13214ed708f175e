"""Tables of rooms' incidents, with triggers that keep answers and decisions.

Words and files go only while a result's purge is open, of incidents in no result; actors, times and digests stay.
"""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE room_incidents ( -- each incident of a room, once: by the audit that found it first
    audit INTEGER NOT NULL REFERENCES audits (id),
    position INTEGER NOT NULL, -- as in incidents
    incident TEXT NOT NULL UNIQUE,
    room TEXT NOT NULL,
    session TEXT, -- as the room names it; NULL: of a gaming day as a whole
    day TEXT NOT NULL CHECK (length(day) = 10), -- the gaming day on which it was played
    code TEXT NOT NULL, -- of its root
    clause TEXT NOT NULL,
    PRIMARY KEY (audit, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX room_incidents_alike ON room_incidents (room, code, clause);
CREATE INDEX incidents_by_id ON incidents (id);
CREATE TABLE incident_events ( -- what was done about an incident; its state is that after the last one
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    incident TEXT NOT NULL REFERENCES room_incidents (incident),
    action TEXT NOT NULL CHECK (action IN ('answered', 'accepted', 'returned', 'closed')),
    audit INTEGER NOT NULL REFERENCES audits (id), -- that has the incident as it was then
    stated_sha256 TEXT NOT NULL CHECK (length(stated_sha256) = 64), -- of its findings and money as they were then
    due TEXT CHECK (length(due) = 10), -- of an answer: the day by which it was due; NULL: none was set
    words_sha256 TEXT CHECK (length(words_sha256) = 64), -- of its words; NULL: there are none
    by TEXT, -- the holder of the key
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX incident_events_of ON incident_events (incident, id);
CREATE TABLE incident_words ( -- of an event, until they are purged
    event INTEGER PRIMARY KEY REFERENCES incident_events (id),
    words TEXT NOT NULL CHECK (json_valid(words)) -- by name, and the names of the files
) STRICT;
CREATE TABLE attachments ( -- files that answers have, each once
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size > 0),
    received_at TEXT NOT NULL,
    body BLOB NOT NULL -- empty: purged
) STRICT;
CREATE TABLE incident_files ( -- which files an answer has
    event INTEGER NOT NULL REFERENCES incident_events (id),
    position INTEGER NOT NULL,
    sha256 TEXT NOT NULL REFERENCES attachments (sha256),
    media_type TEXT NOT NULL,
    PRIMARY KEY (event, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_files_of ON incident_files (sha256);
"""
BY_DAY = "CREATE INDEX room_incidents_by_day ON room_incidents (day, room)"
_OPEN = "SELECT 1 FROM purges WHERE NOT done AND subject = 'audits'"
_ENDED = "(SELECT state FROM audits WHERE id = NEW.audit) IN ('finished', 'failed')"
_ON_RECORD = (
    Protected("room_incidents", "an incident of a room",
              ("audit = NEW.audit AND position = NEW.position", "incident = NEW.incident"), insert=_ENDED),
    Protected("incident_events", "a step about an incident", ("id = NEW.id",)),
    Protected("incident_words", "the wording of a step", ("event = NEW.event",), delete=None),
    Protected("attachments", "an attached file", ("sha256 = NEW.sha256",), columns="sha256, size, received_at"),
    Protected("incident_files", "a file of an answer", ("event = NEW.event AND position = NEW.position",)),
)  # fmt: skip
# Words go in a result's open purge, once no result has their incident.
_WORDS = f"""
CREATE TRIGGER incident_words_remain BEFORE DELETE ON incident_words
    WHEN NOT EXISTS ({_OPEN}) OR EXISTS (SELECT 1 FROM incident_events JOIN incidents
        ON incidents.id = incident_events.incident WHERE incident_events.id = OLD.event)
    BEGIN SELECT RAISE(ABORT, 'the wording of a step is never removed'); END;
"""
# A file goes with its last words, and returns when attached again.
_BYTES = f"""
CREATE TRIGGER attachments_bytes_stay BEFORE UPDATE OF body ON attachments
    WHEN NOT (length(OLD.body) = 0 AND length(NEW.body) = OLD.size)
        AND NOT (length(NEW.body) = 0 AND EXISTS ({_OPEN}) AND NOT EXISTS (
            SELECT 1 FROM incident_files JOIN incident_words ON incident_words.event = incident_files.event
            WHERE incident_files.sha256 = OLD.sha256))
    BEGIN SELECT RAISE(ABORT, 'an attached file is never altered: its bytes stay'); END;
"""

OF_FACTS = """
CREATE INDEX incident_events_of ON incident_events (incident, id);
CREATE INDEX incident_events_with_files ON incident_events (id) WHERE files != '[]';
CREATE TRIGGER attachments_bytes_stay BEFORE UPDATE OF body ON attachments
    WHEN NOT (length(OLD.body) = 0 AND length(NEW.body) = OLD.size)
        AND NOT (length(NEW.body) = 0 AND NOT EXISTS (
            SELECT 1 FROM incident_events AS e JOIN fact_parts AS w ON w.digest = e.words, json_each(e.files) AS f
            WHERE e.files != '[]' AND json_extract(f.value, '$.sha256') = OLD.sha256))
    BEGIN SELECT RAISE(ABORT, 'an attached file is never altered: its bytes stay'); END;
"""  # of the tables that facts make
INCIDENTS_OF_FACTS = f"""
CREATE INDEX room_incidents_alike ON room_incidents (room, code, clause);
CREATE INDEX room_incidents_of_audits ON room_incidents (audit, position);
{BY_DAY};
"""


def incident_tables() -> str:
    """The script that makes the tables."""
    return _TABLES


def incident_triggers() -> str:
    """Script of the triggers, for tables that have earlier audits' incidents."""
    return "".join([*map(triggers, _ON_RECORD), _WORDS, _BYTES])
