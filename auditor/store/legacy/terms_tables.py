"""Tables of proposed terms, with triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE terms_proposals ( -- terms of rooms that an authority licenses: what awaits its decision, or had it
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (id),
    terms TEXT NOT NULL CHECK (json_valid(terms)), -- with the day from which they are to hold
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX terms_proposals_of_rooms ON terms_proposals (room, id);
CREATE TABLE terms_decisions ( -- of proposals: each is decided once
    proposal INTEGER PRIMARY KEY REFERENCES terms_proposals (id),
    at TEXT NOT NULL,
    standing TEXT NOT NULL CHECK (standing IN ('approved', 'refused', 'withdrawn')),
    reference TEXT, -- of the authority's letter
    note TEXT,
    change INTEGER REFERENCES changes (id), -- that put approved terms on record
    by TEXT,
    key TEXT REFERENCES keys (id),
    CHECK ((change IS NOT NULL) = (standing = 'approved')),
    CHECK ((reference IS NOT NULL) = (standing != 'withdrawn'))
) STRICT;
"""
_ON_RECORD = (
    Protected("terms_proposals", "a proposal of terms", ("id = NEW.id",)),
    Protected("terms_decisions", "a decision about terms", ("proposal = NEW.proposal",)),
)


def terms_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD)])
