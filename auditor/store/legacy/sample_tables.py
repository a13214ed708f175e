"""Tables of samples, with triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE samples ( -- a public value and the hands that are drawn from, before the draw
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    first_day TEXT NOT NULL CHECK (date(first_day) IS first_day),
    last_day TEXT NOT NULL CHECK (date(last_day) IS last_day AND last_day >= first_day),
    sessions TEXT NOT NULL CHECK (json_valid(sessions)), -- number, id, SHA-256 of the log, hands; in the order of the list
    sessions_sha256 TEXT NOT NULL CHECK (length(sessions_sha256) = 64), -- of the list
    hands INTEGER NOT NULL CHECK (hands > 0), -- in these sessions
    wanted INTEGER NOT NULL CHECK (wanted BETWEEN 1 AND hands),
    source TEXT NOT NULL CHECK (length(source) > 0), -- of the value
    value TEXT NOT NULL CHECK (length(value) > 0),
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX samples_of ON samples (room, id);
CREATE TABLE sample_draws (
    sample INTEGER PRIMARY KEY REFERENCES samples (id),
    at TEXT NOT NULL,
    root TEXT NOT NULL CHECK (length(root) = 64), -- of the first checkpoint that covers the sample
    size INTEGER NOT NULL CHECK (size > 0), -- of that checkpoint
    drawn TEXT NOT NULL CHECK (json_valid(drawn)) -- of each hand its place among all, its session's number, its line
) STRICT;
CREATE TABLE sample_hands ( -- what somebody entered of a hand from its video
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    sample INTEGER NOT NULL REFERENCES samples (id),
    number INTEGER NOT NULL CHECK (number > 0), -- in the order of the draw
    unseen TEXT, -- why it could not be seen; NULL: it was
    seats TEXT NOT NULL CHECK (json_valid(seats)),
    by TEXT,
    key TEXT REFERENCES keys (id),
    UNIQUE (sample, number)
) STRICT;
CREATE TABLE sample_closings ( -- the comparison with the record
    sample INTEGER PRIMARY KEY REFERENCES samples (id),
    at TEXT NOT NULL,
    results TEXT NOT NULL CHECK (json_valid(results)), -- of each hand
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
"""
_ENDED = "EXISTS (SELECT 1 FROM sample_closings WHERE sample = NEW.sample)"
_DRAWN = "EXISTS (SELECT 1 FROM sample_draws WHERE sample = NEW.sample)"
_ON_RECORD = (
    Protected("samples", "a sample", ("id = NEW.id",)),
    Protected("sample_draws", "a draw", ("sample = NEW.sample",)),
    Protected("sample_hands", "what was entered of a hand", ("id = NEW.id", "sample = NEW.sample AND number = NEW.number"),
              insert=f"{_ENDED} OR NOT {_DRAWN}"),
    Protected("sample_closings", "a closed sample", ("sample = NEW.sample",), insert=f"NOT {_DRAWN}"),
)  # fmt: skip


def sample_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD)])
