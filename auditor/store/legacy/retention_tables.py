"""Tables of holds and purges, with triggers that forbid any other removal.

A purge opens only after its time, without a hold or an unfinished audit, and closes in the same transaction.
"""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_HOLDS = """
CREATE TABLE holds ( -- what must not be purged, until it is lifted
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    room TEXT NOT NULL,
    session TEXT, -- as its room names it; NULL: all of them
    first_day TEXT CHECK (length(first_day) = 10), -- gaming days, both included; NULL: without a limit
    last_day TEXT CHECK (length(last_day) = 10),
    reason TEXT NOT NULL CHECK (reason != ''),
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE TABLE lifts ( -- of holds: each is lifted once
    hold INTEGER PRIMARY KEY REFERENCES holds (id),
    at TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason != ''),
    by TEXT,
    key TEXT REFERENCES keys (id)
) STRICT;
"""
_PURGES = """
CREATE TABLE purges ( -- what was removed, when, by whom, and on which ground
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    subject TEXT NOT NULL CHECK (subject IN ('evidence', 'audits')),
    key TEXT NOT NULL, -- of the row that stays: the digest of a file, the number of an audit
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the bytes, or of the audit's result
    size INTEGER NOT NULL, -- bytes; of an audit: findings and incidents
    room TEXT, -- NULL: not known
    session TEXT, -- NULL: not known, or several
    first_day TEXT, -- the gaming days that it is about; NULL: not known
    last_day TEXT NOT NULL,
    year_ends TEXT NOT NULL CHECK (length(year_ends) = 10), -- the last day of the fiscal year
    years INTEGER NOT NULL,
    kept_until TEXT NOT NULL CHECK (length(kept_until) = 10),
    parameter TEXT NOT NULL, -- that sets the years, with the ruleset revision or the authority that has it
    clause TEXT NOT NULL,
    by TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)),
    UNIQUE (subject, key)
) STRICT;
CREATE TABLE returns ( -- purged files that were sent again: none is kept again
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    key TEXT REFERENCES keys (id)
) STRICT;
CREATE INDEX returns_of ON returns (sha256, key);
CREATE INDEX sessions_by_name ON sessions (room, session);
CREATE TABLE erasures ( -- when the store's file was made anew, so that nothing is left in it of what was purged before
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    purge INTEGER NOT NULL REFERENCES purges (id) -- the last one then
) STRICT;
"""

# A hold covers what is not known to be outside it.
_COVERED = """
NOT EXISTS (SELECT 1 FROM lifts WHERE lifts.hold = holds.id) AND
({room} IS NULL OR holds.room = {room})
    AND (holds.session IS NULL OR {session} IS NULL OR holds.session = {session})
    AND (holds.first_day IS NULL OR {last} >= holds.first_day)
    AND (holds.last_day IS NULL OR {first} IS NULL OR {first} <= holds.last_day)
"""

_NOT_BEFORE = f"""
CREATE TRIGGER purges_wait BEFORE INSERT ON purges WHEN substr(NEW.at, 1, 10) <= NEW.kept_until
    BEGIN SELECT RAISE(ABORT, 'nothing is purged before its time'); END;
CREATE TRIGGER purges_respect_holds BEFORE INSERT ON purges WHEN NEW.subject = 'evidence' AND EXISTS (SELECT 1 FROM holds WHERE
    {_COVERED.format(room="NEW.room", session="NEW.session", first="NEW.first_day", last="NEW.last_day")})
    BEGIN SELECT RAISE(ABORT, 'nothing is purged that is held'); END;
CREATE TRIGGER purges_wait_for_audits BEFORE INSERT ON purges WHEN NEW.subject = 'evidence' AND EXISTS (
    SELECT 1 FROM sessions JOIN audit_sessions AS part ON part.session = sessions.id JOIN audits ON audits.id = part.audit
    WHERE sessions.evidence = NEW.key AND audits.state IN ('queued', 'running'))
    BEGIN SELECT RAISE(ABORT, 'nothing is purged that an unfinished audit needs'); END;
CREATE TRIGGER purges_wait_for_logs BEFORE INSERT ON purges WHEN NEW.subject = 'audits' AND (
    NOT EXISTS (SELECT 1 FROM audits WHERE id = CAST(NEW.key AS INTEGER) AND state = 'finished')
    OR NOT EXISTS (SELECT 1 FROM audit_sessions WHERE audit = CAST(NEW.key AS INTEGER))
    OR EXISTS (SELECT 1 FROM audit_sessions AS part JOIN sessions ON sessions.id = part.session
        WHERE part.audit = CAST(NEW.key AS INTEGER) AND NOT EXISTS (
            SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = sessions.evidence)))
    BEGIN SELECT RAISE(ABORT, 'a result is purged after all of its logs'); END;
CREATE TRIGGER purges_stay BEFORE UPDATE ON purges WHEN OLD.done OR NOT NEW.done OR NEW.id != OLD.id OR NEW.at != OLD.at
    OR NEW.subject != OLD.subject OR NEW.key != OLD.key OR NEW.sha256 != OLD.sha256 OR NEW.size != OLD.size
    OR NEW.room IS NOT OLD.room OR NEW.session IS NOT OLD.session OR NEW.first_day IS NOT OLD.first_day
    OR NEW.last_day != OLD.last_day OR NEW.year_ends != OLD.year_ends OR NEW.years != OLD.years
    OR NEW.kept_until != OLD.kept_until OR NEW.parameter != OLD.parameter OR NEW.clause != OLD.clause OR NEW.by != OLD.by
    OR (NEW.subject = 'evidence' AND EXISTS (SELECT 1 FROM evidence WHERE sha256 = NEW.key AND length(body) > 0))
    BEGIN SELECT RAISE(ABORT, 'a purge is never altered'); END;
"""
_OPEN = "SELECT 1 FROM purges WHERE NOT done AND subject = "
_REMOVED = f"""
DROP TRIGGER evidence_bytes_stay;
CREATE TRIGGER evidence_bytes_stay BEFORE UPDATE OF body ON evidence
    WHEN NOT EXISTS (SELECT 1 FROM repairs WHERE sha256 = OLD.sha256 AND subject = 'evidence' AND NOT done)
        AND NOT (length(NEW.body) = 0 AND EXISTS ({_OPEN}'evidence' AND key = OLD.sha256))
    BEGIN SELECT RAISE(ABORT, 'evidence is never altered: its bytes stay'); END;
CREATE TRIGGER purged_bytes_stay_away BEFORE UPDATE OF body ON evidence
    WHEN length(NEW.body) > 0 AND EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = OLD.sha256)
    BEGIN SELECT RAISE(ABORT, 'evidence is never altered: it was purged'); END;
DROP TRIGGER findings_remain;
CREATE TRIGGER findings_remain BEFORE DELETE ON findings
    WHEN NOT EXISTS ({_OPEN}'audits' AND key = CAST(OLD.audit AS TEXT))
    BEGIN SELECT RAISE(ABORT, 'a finding is never removed'); END;
DROP TRIGGER incidents_remain;
CREATE TRIGGER incidents_remain BEFORE DELETE ON incidents
    WHEN NOT EXISTS ({_OPEN}'audits' AND key = CAST(OLD.audit AS TEXT))
    BEGIN SELECT RAISE(ABORT, 'an incident is never removed'); END;
DROP TRIGGER session_results_remain;
CREATE TRIGGER session_results_remain BEFORE DELETE ON session_results
    WHEN NOT EXISTS ({_OPEN}'evidence' AND key = (SELECT evidence FROM sessions WHERE id = OLD.session))
    BEGIN SELECT RAISE(ABORT, 'the result of a session is never removed'); END;
"""
# Since facts make the tables. The last is of facts of imports, by their original.
OF_FACTS = """
CREATE UNIQUE INDEX purges_by_number ON purges (id);
CREATE INDEX returns_of ON returns (sha256, key);
CREATE INDEX repairs_of ON repairs (sha256, subject);
CREATE INDEX register_by_original ON register (json_extract(record, '$.original'))
    WHERE json_extract(record, '$.original') NOT NULL;
"""
_ON_RECORD = (
    Protected("holds", "a hold", ("id = NEW.id",)),
    Protected("lifts", "the end of a hold", ("hold = NEW.hold",)),
    Protected("returns", "what was sent again", ("id = NEW.id",)),
    Protected("erasures", "an erasure", ("id = NEW.id",)),
    Protected(
        "purges", "a purge", ("id = NEW.id", "subject = NEW.subject AND key = NEW.key"), update=None
    ),  # purges_stay
)


def retention_tables() -> str:
    """Script of the tables and triggers, over those of `protection`."""
    return "".join([_HOLDS, _PURGES, *map(triggers, _ON_RECORD), _NOT_BEFORE, _REMOVED])
