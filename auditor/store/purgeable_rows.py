"""Rows on which a purge is decided: files, sessions, audits, and results without logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database

from auditor.store.rows import Purgeable, encoded

# A list goes with the last log that was on record when it was made. of: the list's row.
RESTS_ON_NOTHING = """
EXISTS (SELECT 1 FROM sessions WHERE sessions.room = {of}.room AND sessions.received_at <= {of}.at)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.room = {of}.room AND sessions.received_at <= {of}.at
        AND NOT EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = sessions.evidence))
"""
_LOGS_OF = """
SELECT sessions.evidence FROM audit_sessions AS part JOIN sessions ON sessions.id = part.session WHERE part.audit = ?
"""
# Audits with results whose sessions' logs are all purged.
_AUDITS = """
SELECT DISTINCT audits.id, audits.result_sha256,
    CAST(json_extract(audits.counts, '$.findings') AS BIGINT)
        + (SELECT count(*) FROM incidents WHERE incidents.audit = audits.id)
FROM audits JOIN audit_sessions AS part ON part.audit = audits.id JOIN sessions ON sessions.id = part.session
WHERE audits.state = 'finished' AND sessions.evidence IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM purges WHERE purges.subject = 'audits' AND purges.key = CAST(audits.id AS TEXT))
    AND NOT EXISTS (SELECT 1 FROM audit_sessions AS other JOIN sessions AS theirs ON theirs.id = other.session
        WHERE other.audit = audits.id AND NOT EXISTS (
            SELECT 1 FROM purges WHERE purges.subject = 'evidence' AND purges.key = theirs.evidence))
ORDER BY audits.id
"""
_UNFINISHED = """
SELECT DISTINCT audits.id FROM audits JOIN audit_sessions AS part ON part.audit = audits.id
JOIN sessions ON sessions.id = part.session
WHERE audits.state IN ('queued', 'running') AND sessions.evidence IN (SELECT value FROM json_each(?)) ORDER BY audits.id
"""
_VERSIONS = "SELECT id FROM sessions WHERE room = ? AND session = ? ORDER BY id"
_AUDITED = """
SELECT DISTINCT part.audit FROM sessions JOIN audit_sessions AS part ON part.session = sessions.id
WHERE sessions.room = ? AND sessions.session = ? ORDER BY part.audit
"""
# Files of a session's versions, and of the same content.
_FILES = """
SELECT e.sha256, e.size FROM evidence AS e
WHERE e.content_sha256 IN (SELECT content_sha256 FROM sessions WHERE room = ?1 AND session = ?2)
    AND NOT EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = e.sha256)
ORDER BY e.received_at, e.sha256
"""
_OTHERS = """
SELECT e.sha256, e.size, e.outcome, e.received_at FROM evidence AS e
WHERE e.outcome != 'session' AND e.received_at < ?
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.content_sha256 = e.content_sha256)
    AND NOT EXISTS (SELECT 1 FROM purges WHERE subject = 'evidence' AND key = e.sha256)
    AND NOT EXISTS (SELECT 1 FROM originals WHERE originals.sha256 = e.sha256) -- it goes with that
ORDER BY e.received_at, e.sha256
"""


def files_of(db: Database, room: str | None, session: str) -> list[tuple[str, int]]:
    """(digest, bytes) of a session's unpurged files, by arrival."""
    return db.execute(_FILES, [room, session]).fetchall()


def other_files(db: Database, before: str) -> list[tuple[str, int, str, str]]:
    """(digest, bytes, outcome, time) of unpurged files without a session, received before a time."""
    return db.execute(_OTHERS, [before]).fetchall()


def results_of(db: Database, what: Purgeable) -> list[tuple[int, str, int]]:
    """(audit, digest, findings and incidents) of unpurged results of some files that have no other logs left."""
    return db.execute(_AUDITS, [_as_json(what)]).fetchall()


def logs_of(db: Database, audit: int) -> list[str]:
    """Digests of the logs of an audit."""
    return [sha256 for (sha256,) in db.execute(_LOGS_OF, [audit])]


def decided_on(db: Database, what: Purgeable) -> Iterator[tuple[str, Any]]:
    """Table and key of each row of files, sessions and audits that a purge rests on."""
    for sha256, _ in what.files:
        yield "evidence", sha256
    for (number,) in db.execute(_VERSIONS, [what.room, what.session]).fetchall():
        yield "sessions", number
    for (number,) in db.execute(_AUDITED, [what.room, what.session]).fetchall():
        yield "audits", number
        yield "audit_sessions", number


def unfinished(db: Database, what: Purgeable) -> list[int]:
    """Audits that still need some files."""
    return [number for (number,) in db.execute(_UNFINISHED, [_as_json(what)])]


def _as_json(what: Purgeable) -> str:
    return encoded([sha256 for sha256, _ in what.files])
