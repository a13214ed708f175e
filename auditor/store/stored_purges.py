"""Purges with their digests and grounds; the rows stay.

A file loses bytes and quotes; a session its kept results; an audit without logs its findings, incidents and reports' bytes; an
incident in no result its words and files; an original goes with its last session, a list of screening with its last log. Each
session is one transaction.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec import Struct
from sqlite_utils import Database

from auditor.facts.kinds.facts_of_holds import (
    EvidencePurgedOnRecord,
    ResultPurgedOnRecord,
    StoreErased,
    UploadReturned,
)
from auditor.facts.tables import name_of
from auditor.store import changes, original_bytes, report_bytes, stored_incident_words
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.blobs.removed_bytes import erase_unneeded
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import erase_part
from auditor.store.purgeable_rows import (
    decided_on,
    files_of,
    logs_of,
    other_files,
    results_of,
    unfinished,
)
from auditor.store.purged_rows import KIND_OF_FILES, KIND_OF_RESULTS, PURGES, is_erased
from auditor.store.purged_rows import of_audit as of_audit
from auditor.store.purged_rows import of_file as of_file
from auditor.store.purged_rows import of_log as of_log
from auditor.store.purged_rows import read as read
from auditor.store.purged_rows import selected as selected
from auditor.store.rows import HoldRecord, Purgeable, Purged
from auditor.store.sealed import Sealed
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_documents import CHUNKS, erase_document
from auditor.store.stored_fact_tables import MADE_BY_FACTS
from auditor.store.stored_holds import covering
from auditor.store.stored_screening import purge_statistics
from auditor.store.stored_screening_lists import purge_lists

_Kind = type[EvidencePurgedOnRecord] | type[ResultPurgedOnRecord]


class ChangedSince(Exception):
    """A change since a plan was made; in words."""


class _Purging(Struct, frozen=True):
    """A purge of something within a transaction: when, and by whom."""

    db: Database
    log: FactLog
    what: Purgeable
    at: str
    by: str
    key: str | None
    removed: list[str]  # digests of bytes


class Purges:
    """Purges on record."""

    def __init__(
        self,
        connections: Connections,
        sealed: Sealed,
        authority: StoredAuthority,
        log: FactLog,
        caller: Caller = ITSELF,
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._authority = authority
        self._log = log
        self._caller = caller

    def of_file(self, sha256: str) -> Purged | None:
        """Purge of the file with a digest. Raises RecordDamaged."""
        return of_file(self._connections.db, sha256)

    def of_audit(self, number: int) -> Purged | None:
        """The purge of an audit's result. Raises RecordDamaged."""
        return of_audit(self._connections.db, number)

    def of_log(self, sha256: str, content_sha256: str) -> Purged | None:
        """Purge of a file with a digest, or of the same content. Raises RecordDamaged."""
        return of_log(self._connections.db, sha256, content_sha256)

    def note_return(self, sha256: str, at: str) -> None:
        """Record a purged file's return, once for each key."""
        before = "SELECT 1 FROM returns WHERE sha256 = ? AND key IS NOT DISTINCT FROM ?"
        key = self._caller.key
        with self._connections.writing() as db:
            if db.execute(before, [sha256, key]).fetchone() is None:
                number = self._log.number_after(db, "returns", "upload.returned")
                self._log.append(db, UploadReturned(number=number, sha256=sha256, at=at, by=key))

    def files_of(self, room: str, session: str) -> list[tuple[str, int]]:
        """(digest, bytes) of a session's unpurged files, by arrival."""
        return files_of(self._connections.db, room, session)

    def other_files(self, before: str) -> list[tuple[str, int, str, str]]:
        """(digest, bytes, outcome, time) of unpurged files without a session, received before a time."""
        return other_files(self._connections.db, before)

    def originals_without_session(self, before: str) -> list[tuple[str, int, str | None, str]]:
        """(digest, bytes, room, time) of unpurged originals without a session, received before a time."""
        return original_bytes.without_session(self._connections.db, before)

    def holds(self, what: Purgeable) -> list[HoldRecord]:
        """The holds that cover something, of signed facts. Raises RecordDamaged."""
        return covering(self._connections.db, self._authority, what)

    def unfinished(self, what: Purgeable) -> list[int]:
        """The audits that still need something."""
        return unfinished(self._connections.db, what)

    def purge(self, what: Purgeable, at: str, by: str, as_of: int) -> list[int]:
        """Purge files and what depends on them; returns the audits that lost findings.

        as_of: the change that the plan rests on. Raises ChangedSince, RecordDamaged; then nothing is purged.
        """
        self._connections.overwrite_removed()
        with self._connections.writing() as db:
            _must_be_as_it_was(db, what, as_of, self.holds(what))
            self._must_rest_on_facts(db, what)
            of = _Purging(db, self._log, what, at, by, self._caller.key, [])
            for sha256, size in what.files:
                _purge_file(of, sha256, size)
            _purge_originals(of)
            audits = _purge_results(of)
            purge_lists(db, what.room)
        with suppress(BytesUnavailable):  # then the next cleaning erases them
            erase_unneeded(self._connections, of.removed)
        return audits

    def _must_rest_on_facts(self, db: Database, what: Purgeable) -> None:
        """Raise RecordDamaged where what is decided on is not as facts say: files, sessions, audits, and originals."""
        for table, key in decided_on(db, what):
            if table in MADE_BY_FACTS:
                self._sealed.must_rest_on_facts(table, key)
        files = [sha256 for sha256, _ in what.files]
        if what.room is not None and what.session is not None:
            files += [sha256 for sha256, _ in original_bytes.with_session(db, what.room, what.session)]
        for sha256 in files:
            original_bytes.must_rest_on_facts(db, self._sealed, sha256)

    def is_erased(self) -> bool:
        """Whether nothing purged can be left in the store's file."""
        return is_erased(self._connections.db)

    def erase(self, at: str) -> bool:
        """Make the store anew without what was purged.

        False: another reader holds an earlier state. Raises StoreError.
        """
        (last,) = self._connections.db.execute("SELECT max(id) FROM purges").fetchone()
        if not self._connections.make_anew():
            return False
        with self._connections.writing() as db:
            number = self._log.number_after(db, "erasures", "store.erased")
            self._log.append(db, StoreErased(number=number, purge=last, at=at, by=self._caller.key))
        return True


def _must_be_as_it_was(db: Database, what: Purgeable, as_of: int, held: list[HoldRecord]) -> None:
    if changes.latest(db) != as_of:
        raise ChangedSince("rooms or controls were changed meanwhile")
    if what.session is not None:
        if files_of(db, what.room, what.session) != list(what.files):
            raise ChangedSince("its files are not those that were looked at")
    elif any(original_bytes.has_session(db, sha256) for sha256, _ in what.files):
        raise ChangedSince("a session was derived from it meanwhile")
    if held:
        raise ChangedSince(f"hold {held[0].id} was put on it")
    if audits := unfinished(db, what):
        raise ChangedSince(f"audit {audits[0]} needs it")


def _purge_file(of: _Purging, sha256: str, size: int) -> None:
    """Remove a file's bytes, and what was worked out of them."""
    _enter(of, EvidencePurgedOnRecord, sha256, sha256, size)
    db = of.db
    of.removed.append(sha256)
    db.execute("UPDATE evidence SET body = ? WHERE sha256 = ?", [b"", sha256])
    said = "SELECT problems FROM evidence WHERE sha256 = ? AND outcome = 'refused'"
    for (digest,) in db.execute(said, [sha256]).fetchall():
        erase_part(db, digest)
    db.execute("DELETE FROM damage WHERE subject = 'evidence' AND key = ?", [sha256])
    original_bytes.remove(db, sha256)
    kept = db.execute(
        "SELECT session, basis FROM session_results WHERE session IN (SELECT id FROM sessions WHERE evidence = ?)",
        [sha256],
    ).fetchall()
    for session, basis in kept:
        db.execute("DELETE FROM session_results WHERE session = ? AND basis = ?", [session, basis])
        db.execute(
            "DELETE FROM damage WHERE subject = 'session_results' AND key = ?", [name_of((session, basis))]
        )
    purge_statistics(db, sha256)


def _purge_originals(of: _Purging) -> None:
    if of.what.room is None or of.what.session is None:
        return
    ended = original_bytes.ended_with(of.db, of.what.room, of.what.session)
    for sha256, _ in ended:
        _must_all_be_purged(of.db, original_bytes.logs_of(of.db, sha256))
    for sha256, size in ended:
        _purge_file(of, sha256, size)


def _purge_results(of: _Purging) -> list[int]:
    db = of.db
    rows = results_of(db, of.what)
    for audit, result, size in rows:
        _must_all_be_purged(db, logs_of(db, audit))
        _enter(of, ResultPurgedOnRecord, f"{audit}", result, size)
        about = [incident for (incident,) in db.execute("SELECT id FROM incidents WHERE audit = ?", [audit])]
        erase_document(db, audit)
        db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [CHUNKS, f"{audit}"])
        for table in ("incidents", "corrections"):
            db.execute(f"DELETE FROM {table} WHERE audit = ?", [audit])
            db.execute("DELETE FROM damage WHERE subject = ? AND key = ?", [table, f"{audit}"])
        of.removed.extend(stored_incident_words.purge(db, about))
        of.removed.extend(report_bytes.purge(db, audit))
    return [audit for audit, _, _ in rows]


def _must_all_be_purged(db: Database, logs: list[str]) -> None:
    """Raise RecordDamaged where the row of the purge of a log is not what its fact makes."""
    for sha256 in logs:
        of_file(db, sha256)


def _enter(of: _Purging, kind: _Kind, key: str, sha256: str, size: int) -> None:
    """Enter the fact of a purge."""
    what, ground = of.what, of.what.ground
    number = of.log.number_after(of.db, PURGES, KIND_OF_FILES, KIND_OF_RESULTS)
    about: dict[str, Any] = {
        "of": key, "sha256": sha256, "size": size, "room": what.room, "session": what.session, "first_day": what.first_day,
        "last_day": what.last_day, "year_ends": ground.year_ends.isoformat(), "years": ground.years,
        "kept_until": ground.until.isoformat(), "parameter": ground.parameter, "clause": ground.clause,
    }  # fmt: skip
    common: dict[str, Any] = {"who": of.by, "at": of.at, "by": of.key}
    rooms = () if what.room is None else (what.room,)
    of.log.append(of.db, kind(number=number, rooms=rooms, **about, **common))
