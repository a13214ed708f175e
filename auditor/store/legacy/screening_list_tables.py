"""Tables of each night's lists of screening, and of alarms that people closed, with triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers
from auditor.store.purgeable_rows import RESTS_ON_NOTHING

_TABLES = """
CREATE TABLE screening_lists ( -- where to look first in a room, as of a night
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    as_of INTEGER NOT NULL CHECK (as_of >= 0), -- the last entry of the register that counted
    results INTEGER NOT NULL CHECK (results >= 0), -- lines of the list
    alarms INTEGER NOT NULL CHECK (alarms BETWEEN 0 AND results),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the list, not compressed
    size INTEGER NOT NULL, -- of the list, not compressed
    body BLOB NOT NULL -- the list by zlib: a result a line, as `auditor screen` prints it
) STRICT;
CREATE INDEX screening_lists_of ON screening_lists (room, id);
CREATE TABLE screening_closings ( -- of alarms: by whom and why
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    result TEXT NOT NULL CHECK (length(result) = 24), -- the id of the indicator, unit and year in the room
    indicator TEXT NOT NULL,
    unit TEXT NOT NULL CHECK (json_valid(unit)),
    year INTEGER NOT NULL,
    log10_e TEXT NOT NULL, -- of the evidence that was closed
    as_of INTEGER NOT NULL CHECK (as_of >= 0), -- the last entry of the register that counted for it
    reason TEXT NOT NULL CHECK (length(reason) > 0),
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX screening_closings_of ON screening_closings (room, result, id);
"""
_ON_RECORD = (
    Protected("screening_lists", "a list of screening", ("id = NEW.id",)),
    Protected("screening_closings", "a closed alarm", ("id = NEW.id",)),
)


def screening_list_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD)])


OF_FACTS = f"""
CREATE INDEX screening_lists_of ON screening_lists (room, id);
CREATE INDEX screening_closings_of ON screening_closings (room, result, id);
CREATE TRIGGER screening_lists_stay BEFORE UPDATE OF body ON screening_lists
    WHEN OLD.body IS NOT NULL AND NOT (length(NEW.body) = 0 AND {RESTS_ON_NOTHING.format(of="OLD")}
        AND EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence' AND room = OLD.room))
    BEGIN SELECT RAISE(ABORT, 'a list of screening is never altered'); END;
"""
LISTS_ARE_PURGED = f"""
DROP TRIGGER screening_lists_stay;
CREATE TRIGGER screening_lists_stay BEFORE UPDATE ON screening_lists
    WHEN length(NEW.body) > 0 OR NEW.id != OLD.id OR NEW.at != OLD.at OR NEW.room != OLD.room OR NEW.as_of != OLD.as_of
        OR NEW.results != OLD.results OR NEW.alarms != OLD.alarms OR NEW.sha256 != OLD.sha256 OR NEW.size != OLD.size
        OR NOT EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence' AND room = OLD.room)
        OR NOT ({RESTS_ON_NOTHING.format(of="OLD")})
    BEGIN SELECT RAISE(ABORT, 'a list of screening is never altered'); END;
"""
