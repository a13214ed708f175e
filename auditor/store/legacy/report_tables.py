"""Tables of issued reports, with triggers; bytes go while their result's purge is open."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE reports ( -- documents as they were issued
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    audit INTEGER NOT NULL REFERENCES audits (id),
    edition TEXT NOT NULL CHECK (edition IN ('full', 'redacted')),
    exhibits INTEGER CHECK (exhibits >= 0), -- places that are drawn; NULL: all
    made_sha256 TEXT NOT NULL CHECK (length(made_sha256) = 64), -- before it was signed
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size > 0),
    signer TEXT CHECK (json_valid(signer)), -- whose certificate signed it, and when; NULL: nobody's
    engine TEXT NOT NULL, -- the version that made it
    by TEXT,
    key TEXT REFERENCES keys (id),
    body BLOB NOT NULL -- last, so that the rest is read without it; empty: purged
) STRICT;
CREATE INDEX reports_of ON reports (audit, id);
CREATE TABLE report_pulls ( -- who was given a report
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    report INTEGER NOT NULL REFERENCES reports (id),
    what TEXT NOT NULL CHECK (what IN ('report', 'bundle')), -- the document alone, or with all that it rests on
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX report_pulls_of ON report_pulls (report, id);
"""
_PURGED = "subject = 'audits' AND key = CAST({audit} AS TEXT)"
_NO_RESULT = f"""
(SELECT state FROM audits WHERE id = NEW.audit) IS NOT 'finished'
    OR EXISTS (SELECT 1 FROM purges WHERE {_PURGED.format(audit="NEW.audit")})
"""
_ON_RECORD = (
    Protected("reports", "an issued report", ("id = NEW.id", "sha256 = NEW.sha256"), insert=_NO_RESULT,
              columns="id, at, audit, edition, exhibits, made_sha256, sha256, size, signer, engine, by, key"),
    Protected("report_pulls", "that a report was pulled", ("id = NEW.id",)),
)  # fmt: skip
_BYTES = f"""
CREATE TRIGGER reports_bytes_stay BEFORE UPDATE OF body ON reports
    WHEN NOT (length(NEW.body) = 0 AND EXISTS (SELECT 1 FROM purges WHERE NOT done AND {_PURGED.format(audit="OLD.audit")}))
    BEGIN SELECT RAISE(ABORT, 'an issued report is never altered: its bytes stay'); END;
"""


OF_FACTS = f"""
CREATE INDEX reports_of ON reports (audit, id);
CREATE UNIQUE INDEX reports_by_digest ON reports (sha256);
CREATE INDEX report_pulls_of ON report_pulls (report, id);
{_BYTES.replace("WHEN NOT", "WHEN OLD.body IS NOT NULL AND NOT")}
"""
_EDITIONS_BEFORE, _EDITIONS = "('full', 'redacted')", "('full', 'screened', 'redacted')"
_CHANGED = """
UPDATE sqlite_schema SET sql = replace(sql, 'edition IN ' || ?, 'edition IN ' || ?) WHERE type = 'table' AND name = 'reports'
"""


def allow_screened_edition(db: Database) -> None:
    """Let reports have the edition with screening, as SQLite says to change a CHECK: no row and no seal changes."""
    (version,) = db.execute("PRAGMA schema_version").fetchone()
    db.execute("PRAGMA writable_schema = ON")
    db.conn.execute(_CHANGED, [_EDITIONS_BEFORE, _EDITIONS])
    db.execute(f"PRAGMA schema_version = {version + 1:d}")
    db.execute("PRAGMA writable_schema = RESET")


def report_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD), _BYTES])
