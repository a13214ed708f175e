"""Tables of results as documents, with their triggers; earlier results are made documents of their rows.

Parts go only while their audit's purge is open, with the salt of their digests; summary and coverage stay.
"""

from __future__ import annotations

from auditor.store.documents.document_contents import KEPT
from auditor.store.legacy.protection import Protected, triggers

TABLES = """
CREATE TABLE result_documents (
    audit INTEGER PRIMARY KEY REFERENCES audits (id),
    root TEXT NOT NULL CHECK (length(root) = 64), -- SHA-256 of the contents
    salt TEXT CHECK (length(salt) = 64), -- of the digests of parts that a purge erases; NULL: erased
    sessions TEXT NOT NULL CHECK (json_valid(sessions)), -- numbers of those that findings are of
    contents BLOB NOT NULL -- rows, bytes and digest of each part
) STRICT;
CREATE TABLE result_chunks (
    audit INTEGER NOT NULL REFERENCES audits (id),
    list TEXT NOT NULL, -- findings, incidents, ..., or a column of the index
    number INTEGER NOT NULL, -- in the list, from 0
    body BLOB NOT NULL, -- by zlib
    PRIMARY KEY (audit, list, number)
) STRICT;
"""
_ENDED = "(SELECT state FROM audits WHERE id = NEW.audit) IN ('finished', 'failed')"
_ON_RECORD = (
    Protected(
        "result_documents", "the document of a result", ("audit = NEW.audit",), update=None, insert=_ENDED
    ),
    Protected(
        "result_chunks",
        "a chunk of a result",
        ("audit = NEW.audit AND list = NEW.list AND number = NEW.number",),
        delete=None,
        insert=_ENDED,
    ),
)
_OPEN = "SELECT 1 FROM purges WHERE NOT done AND subject = 'audits' AND key = CAST(OLD.audit AS TEXT)"
_PURGED = f"""
CREATE TRIGGER result_documents_stay BEFORE UPDATE ON result_documents
    WHEN NEW.audit != OLD.audit OR NEW.root != OLD.root OR NEW.contents != OLD.contents
        OR NEW.sessions != OLD.sessions OR NEW.salt IS NOT NULL
        OR NOT EXISTS ({_OPEN})
    BEGIN SELECT RAISE(ABORT, 'the document of a result is never altered'); END;
CREATE TRIGGER result_chunks_remain BEFORE DELETE ON result_chunks
    WHEN OLD.list IN ({", ".join(f"'{name}'" for name in KEPT)}) OR NOT EXISTS ({_OPEN})
    BEGIN SELECT RAISE(ABORT, 'a chunk of a result is never removed'); END;
"""


def document_triggers() -> str:
    """Script of the triggers."""
    return "".join([*map(triggers, _ON_RECORD), _PURGED])
