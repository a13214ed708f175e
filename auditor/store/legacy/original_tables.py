"""Tables of originals and imports, with triggers.

Bytes and quotes go while their digest's purge is open; repairs are of the subject `evidence`.
"""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE originals ( -- files that logs are derived from, as they were received
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    media_type TEXT NOT NULL,
    filename TEXT, -- as the sender named it
    received_at TEXT NOT NULL,
    room TEXT, -- that it names; NULL: none is to be read in it
    key TEXT REFERENCES keys (id),
    body BLOB NOT NULL -- last, so that the rest is read without it; empty: purged
) STRICT;
CREATE INDEX originals_of ON originals (room, id);
CREATE TABLE imports ( -- what an importer made of an original
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    original INTEGER NOT NULL REFERENCES originals (id),
    at TEXT NOT NULL,
    importer TEXT, -- NULL: no importer recognised it
    version TEXT, -- of the importer
    problem_count INTEGER NOT NULL,
    refusals INTEGER NOT NULL, -- problems that kept a log from being derived
    key TEXT REFERENCES keys (id), -- that asked for it; NULL: the service itself
    problems TEXT NOT NULL CHECK (json_valid(problems)) -- the first of them; [] once the original was purged
) STRICT;
CREATE INDEX imports_of ON imports (original, id);
CREATE TABLE derived_logs ( -- the logs of an import, and what became of each
    import INTEGER NOT NULL REFERENCES imports (id),
    position INTEGER NOT NULL,
    room TEXT NOT NULL,
    session TEXT NOT NULL,
    table_name TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    outcome TEXT NOT NULL CHECK (outcome IN ('session', 'conflict', 'purged')),
    session_id INTEGER REFERENCES sessions (id), -- that it is; NULL: none
    message TEXT, -- what it conflicts with
    PRIMARY KEY (import, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX derived_logs_of ON derived_logs (session_id);
CREATE TABLE importer_looks ( -- up to which version of its importer an original was looked at again; no record
    original INTEGER PRIMARY KEY REFERENCES originals (id),
    version TEXT NOT NULL
) STRICT;
"""
_OPTIONS = """
CREATE TABLE import_options ( -- what an import was given that the original does not say, but for the key of the pseudonyms
    import INTEGER PRIMARY KEY REFERENCES imports (id),
    options TEXT NOT NULL CHECK (json_valid(options))
) STRICT;
CREATE TABLE pseudonym_keys ( -- of each room the secret under which the names in hand histories become pseudonyms
    room TEXT PRIMARY KEY,
    made_at TEXT NOT NULL,
    secret TEXT NOT NULL CHECK (length(secret) = 64) -- 32 random bytes, in hexadecimal digits
) STRICT, WITHOUT ROWID;
"""
_PURGED = "EXISTS (SELECT 1 FROM purges WHERE NOT done AND subject = 'evidence' AND key = {sha256})"
_BODIES = f"""
CREATE TRIGGER originals_bytes_stay BEFORE UPDATE OF body ON originals
    WHEN NOT (length(NEW.body) = 0 AND {_PURGED.format(sha256="OLD.sha256")})
        AND NOT EXISTS (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done)
    BEGIN SELECT RAISE(ABORT, 'an original is never altered: its bytes stay'); END;
CREATE TRIGGER originals_bytes_repaired AFTER UPDATE OF body ON originals
    BEGIN UPDATE repairs SET done = 1 WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done; END;
CREATE TRIGGER purged_originals_stay_away BEFORE UPDATE OF body ON originals
    WHEN length(NEW.body) > 0 AND EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = OLD.sha256)
    BEGIN SELECT RAISE(ABORT, 'an original is never altered: it was purged'); END;
"""
# Since facts make the tables; in those, problems are parts, and options a column.
OF_FACTS = f"""
CREATE UNIQUE INDEX originals_by_digest ON originals (sha256);
CREATE INDEX originals_of ON originals (room, id);
CREATE INDEX imports_of ON imports (original, id);
CREATE INDEX derived_logs_of ON derived_logs (session_id);
CREATE TABLE importer_looks ( -- up to which version of its importer an original was looked at again; no record
    original INTEGER PRIMARY KEY,
    version TEXT NOT NULL
) STRICT;
{_BODIES.replace("WHEN NOT", "WHEN OLD.body IS NOT NULL AND NOT")}
"""
_ON_RECORD = (
    Protected("originals", "an original", ("id = NEW.id", "sha256 = NEW.sha256"),
              columns="id, sha256, size, media_type, filename, received_at, room, key"),
    Protected("imports", "an import", ("id = NEW.id",),
              columns="id, original, at, importer, version, problem_count, refusals, key"),
    Protected("derived_logs", "a derived log", ("import = NEW.import AND position = NEW.position",)),
)  # fmt: skip
_OPTIONS_ON_RECORD = (
    Protected("import_options", "the options of an import", ("import = NEW.import",)),
    Protected("pseudonym_keys", "the key of pseudonyms", ("room = NEW.room",)),
)
_PROBLEMS = f"""
CREATE TRIGGER imports_problems_stay BEFORE UPDATE OF problems ON imports
    WHEN NOT (NEW.problems = '[]'
        AND {_PURGED.format(sha256="(SELECT sha256 FROM originals WHERE id = OLD.original)")})
    BEGIN SELECT RAISE(ABORT, 'an import is never altered: its problems stay'); END;
"""


def original_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD), _BODIES, _PROBLEMS])


def option_tables() -> str:
    """Script of hand histories' tables and triggers."""
    return "".join([_OPTIONS, *map(triggers, _OPTIONS_ON_RECORD)])
