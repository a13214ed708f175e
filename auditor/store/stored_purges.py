"""Purges with their digests and grounds; the rows stay.

A file loses bytes and quotes; a session its kept results; an audit without logs its findings, incidents and reports' bytes; an
incident in no result its words and files; an original goes with its last session, a list of screening with its last log. Each
session is one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.store import changes, original_bytes, report_bytes, stored_incident_words
from auditor.store.bytes_by_digest import is_kept
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.rows import HoldRecord, Purgeable, Purged, encoded
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_documents import CHUNKS, erase_document
from auditor.store.stored_holds import covering
from auditor.store.stored_register import append
from auditor.store.stored_screening import purge_statistics
from auditor.store.stored_screening_lists import purge_lists
from auditor.store.stored_seals import seal

_COLUMNS = "id, at, by, sha256, size, last_day, year_ends, years, kept_until, parameter, clause"
_INSERT = """
INSERT INTO purges (at, subject, key, sha256, size, room, session, first_day, last_day, year_ends, years, kept_until,
    parameter, clause, by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
# Audits with results whose sessions' logs are all purged.
_AUDITS = """
SELECT DISTINCT audits.id, audits.result_sha256,
    json_extract(audits.counts, '$.findings')
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


class ChangedSince(Exception):
    """A change since a plan was made; in words."""


class Purges:
    """Purges on record."""

    def __init__(self, connections: Connections, authority: StoredAuthority, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._authority = authority
        self._caller = caller

    def of_file(self, sha256: str) -> Purged | None:
        """Purge of the file with a digest."""
        return of_file(self._connections.db, sha256)

    def of_audit(self, number: int) -> Purged | None:
        """The purge of an audit's result."""
        return of_audit(self._connections.db, number)

    def of_log(self, sha256: str, content_sha256: str) -> Purged | None:
        """Purge of a file with a digest, or of the same content."""
        return of_log(self._connections.db, sha256, content_sha256)

    def note_return(self, sha256: str, at: str) -> None:
        """Record a purged file's return, once for each key."""
        before = "SELECT 1 FROM returns WHERE sha256 = ? AND key IS ?"
        values = [sha256, self._caller.key]
        with self._connections.writing() as db:
            if db.execute(before, values).fetchone() is None:
                number = db.execute(
                    "INSERT INTO returns (at, sha256, key) VALUES (?, ?, ?)", [at, *values]
                ).lastrowid
                seal(db, "returns", number)

    def files_of(self, room: str, session: str) -> list[tuple[str, int]]:
        """(digest, bytes) of a session's unpurged files, by arrival."""
        return self._connections.db.execute(_FILES, [room, session]).fetchall()

    def other_files(self, before: str) -> list[tuple[str, int, str, str]]:
        """(digest, bytes, outcome, time) of unpurged files without a session, received before a time."""
        return self._connections.db.execute(_OTHERS, [before]).fetchall()

    def originals_without_session(self, before: str) -> list[tuple[str, int, str | None, str]]:
        """(digest, bytes, room, time) of unpurged originals without a session, received before a time."""
        return original_bytes.without_session(self._connections.db, before)

    def holds(self, what: Purgeable) -> list[HoldRecord]:
        """The holds that cover something, of signed facts. Raises RecordDamaged."""
        return covering(self._connections.db, self._authority, what)

    def unfinished(self, what: Purgeable) -> list[int]:
        """The audits that still need something."""
        return _unfinished(self._connections.db, what)

    def purge(self, what: Purgeable, at: str, by: str, as_of: int) -> list[int]:
        """Purge files and what depends on them; returns the audits that lost findings.

        as_of: the change that the plan rests on. Raises ChangedSince, RecordDamaged; then nothing is purged.
        """
        self._connections.db.execute("PRAGMA secure_delete = ON")
        with self._connections.writing() as db:
            _must_be_as_it_was(db, what, as_of, self.holds(what))
            numbers = [_purge_file(db, what, sha256, size, at, by) for sha256, size in what.files]
            numbers += _purge_originals(db, what, at, by)
            audits = _purge_results(db, what, at, by)
            purge_lists(db, what.room)
            for number in numbers:
                _close(db, number)
            return audits

    def is_erased(self) -> bool:
        """Whether nothing purged can be left in the store's file."""
        db = self._connections.db
        (left,) = db.execute(
            "SELECT coalesce(max(id), 0) > (SELECT coalesce(max(purge), 0) FROM erasures) FROM purges"
        ).fetchone()
        return not left

    def erase(self, at: str) -> bool:
        """Rewrite the store's file without what was purged.

        False: another reader holds an earlier state. Raises StoreError.
        """
        db = self._connections.db
        self._connections.must_be_in_place()
        (last,) = db.execute("SELECT max(id) FROM purges").fetchone()
        db.execute("PRAGMA secure_delete = ON")
        db.execute("VACUUM")
        (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            return False
        with self._connections.writing() as db:
            number = db.execute("INSERT INTO erasures (at, purge) VALUES (?, ?)", [at, last]).lastrowid
            seal(db, "erasures", number)
        return True


def _must_be_as_it_was(db: Database, what: Purgeable, as_of: int, held: list[HoldRecord]) -> None:
    if changes.latest(db) != as_of:
        raise ChangedSince("rooms or controls were changed meanwhile")
    if what.session is not None:
        now = db.execute(_FILES, [what.room, what.session]).fetchall()
        if now != list(what.files):
            raise ChangedSince("its files are not those that were looked at")
    elif any(original_bytes.has_session(db, sha256) for sha256, _ in what.files):
        raise ChangedSince("a session was derived from it meanwhile")
    if held:
        raise ChangedSince(f"hold {held[0].id} was put on it")
    if audits := _unfinished(db, what):
        raise ChangedSince(f"audit {audits[0]} needs it")


def _purge_file(db: Database, what: Purgeable, sha256: str, size: int, at: str, by: str) -> int:
    """Remove a file's bytes, leaving its purge open."""
    number = _open(db, what, "evidence", sha256, sha256, size, at, by)
    db.execute("UPDATE evidence SET body = x'' WHERE sha256 = ?", [sha256])
    db.execute(
        "UPDATE evidence SET message = NULL, problems = '[]' WHERE sha256 = ? AND outcome = 'refused'",
        [sha256],
    )
    if is_kept(db, "evidence", sha256):
        seal(db, "evidence", sha256)
    db.execute("DELETE FROM damage WHERE subject = 'evidence' AND key = ?", [sha256])
    original_bytes.remove(db, sha256)
    kept = db.execute(
        "SELECT session, basis FROM session_results WHERE session IN (SELECT id FROM sessions WHERE evidence = ?)",
        [sha256],
    ).fetchall()
    for session, basis in kept:
        db.execute("DELETE FROM session_results WHERE session = ? AND basis = ?", [session, basis])
        seal(db, "session_results", session, basis)
        db.execute("DELETE FROM damage WHERE subject = 'session_results' AND key = ?", [f"{session}"])
    purge_statistics(db, sha256)
    return number


def _purge_originals(db: Database, what: Purgeable, at: str, by: str) -> list[int]:
    if what.room is None or what.session is None:
        return []
    ended = original_bytes.ended_with(db, what.room, what.session)
    return [_purge_file(db, what, sha256, size, at, by) for sha256, size in ended]


def _purge_results(db: Database, what: Purgeable, at: str, by: str) -> list[int]:
    rows = db.execute(_AUDITS, [_as_json(what)]).fetchall()
    for audit, result, size in rows:
        number = _open(db, what, "audits", f"{audit}", result, size, at, by)
        about = [incident for (incident,) in db.execute("SELECT id FROM incidents WHERE audit = ?", [audit])]
        erase_document(db, audit)
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [CHUNKS, f"{audit}"])
        for table in ("incidents", "corrections"):
            db.execute(f"DELETE FROM {table} WHERE audit = ?", [audit])
            seal(db, table, audit)
            db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [table, f"{audit}"])
        stored_incident_words.purge(db, about)
        report_bytes.purge(db, audit)
        _close(db, number)
    return [audit for audit, _, _ in rows]


def _open(
    db: Database, what: Purgeable, subject: str, key: str, sha256: str, size: int, at: str, by: str
) -> int:
    ground = what.ground
    number = db.execute(
        _INSERT,
        [
            at, subject, key, sha256, size, what.room, what.session, what.first_day, what.last_day,
            ground.year_ends.isoformat(), ground.years, ground.until.isoformat(), ground.parameter, ground.clause, by,
        ],
    ).lastrowid  # fmt: skip
    assert number is not None  # it was an INSERT
    return number


def _close(db: Database, number: int) -> None:
    db.execute("UPDATE purges SET done = 1 WHERE id = ?", [number])
    seal(db, "purges", number)
    (subject,) = db.execute("SELECT subject FROM purges WHERE id = ?", [number]).fetchone()
    append(db, "evidence.purged" if subject == "evidence" else "result.purged", number)


def _unfinished(db: Database, what: Purgeable) -> list[int]:
    return [number for (number,) in db.execute(_UNFINISHED, [_as_json(what)])]


def _as_json(what: Purgeable) -> str:
    return encoded([sha256 for sha256, _ in what.files])


def of_file(db: Database, sha256: str) -> Purged | None:
    """Purge of the file with a digest, within a transaction."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM purges WHERE subject = 'evidence' AND key = ?", [sha256]
    ).fetchone()
    return Purged(*row) if row else None


def of_audit(db: Database, number: int) -> Purged | None:
    """Purge of an audit's result, within a transaction."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM purges WHERE subject = 'audits' AND key = ?", [f"{number}"]
    ).fetchone()
    return Purged(*row) if row else None


def of_log(db: Database, sha256: str, content_sha256: str) -> Purged | None:
    """As `Purges.of_log`, within a transaction."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM purges WHERE subject = 'evidence' AND key IN "
        "(SELECT sha256 FROM evidence WHERE sha256 = ? OR content_sha256 = ?) ORDER BY id LIMIT 1",
        [sha256, content_sha256],
    ).fetchone()
    return Purged(*row) if row else None


def selected(subject: str, key: str) -> str:
    """SQL of a row's purge as a column for `read`. ``key``: SQL of the row's key."""
    columns: Iterable[str] = (f"purges.{name}" for name in _COLUMNS.split(", "))
    return (
        f"(SELECT json_array({', '.join(columns)}) FROM purges "
        f"WHERE purges.subject = '{subject}' AND purges.key = {key})"
    )


def read(text: str | None) -> Purged | None:
    """The value of such a column."""
    values: list[Any] | None = msgspec.json.decode(text) if text is not None else None
    return Purged(*values) if values is not None else None
