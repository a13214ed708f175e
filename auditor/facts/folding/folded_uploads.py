"""Handlers of facts about logs, files of events and originals."""

from __future__ import annotations

from typing import Any

from auditor.facts.handlers import DoesNotFollow, add, change, folds, follows, found, must_be, row_of_fact
from auditor.facts.kinds.facts_of_uploads import (
    EventFileAccepted,
    OriginalAccepted,
    OriginalRefused,
    UploadAccepted,
    UploadRefused,
    UploadRepeated,
)
from auditor.facts.recorded_fact import KeptFile
from auditor.facts.tables import Tables

_Upload = UploadAccepted | UploadRepeated | UploadRefused
_Import = OriginalAccepted | OriginalRefused


@follows(UploadAccepted, "sessions")
def new_version(tables: Tables, seq: int, fact: UploadAccepted) -> None:
    """Follow the session that a correction supersedes, of the same room and name, and no session of the same log."""
    if any(tables.of("sessions", content_sha256=fact.content_sha256)):
        raise DoesNotFollow(seq, fact, f"log {fact.content_sha256} is a session already.")
    versions = tables.of("sessions", room=fact.room, session=fact.session)
    last = max((row["id"] for row in versions), default=None)
    must_be(seq, fact, f"the session that session {fact.number} supersedes", last, fact.supersedes)


@follows(UploadRepeated, "sessions")
def same_log(tables: Tables, seq: int, fact: UploadRepeated) -> None:
    """Follow the session of the same log."""
    session = found(tables, "sessions", seq, fact, fact.number)
    must_be(seq, fact, f"the log of session {fact.number}", session["content_sha256"], fact.content_sha256)


@follows(UploadAccepted, "evidence")
@follows(UploadRepeated, "evidence")
@follows(UploadRefused, "evidence")
def no_session(tables: Tables, seq: int, fact: _Upload) -> None:
    """Follow no upload of these bytes that became a session."""
    before = tables.get("evidence", fact.file.sha256)
    if before is not None:
        must_be(seq, fact, f"file {fact.file.sha256}", before["outcome"], "refused", "conflict")


@folds(UploadAccepted, "evidence")
@folds(UploadRepeated, "evidence")
def log_kept(tables: Tables, seq: int, fact: UploadAccepted | UploadRepeated) -> None:
    """Note the file of a session."""
    _keep(tables, seq, fact, "session", 0)


@folds(UploadAccepted, "sessions")
def session_accepted(tables: Tables, seq: int, fact: UploadAccepted) -> None:
    """Add a session, after its file."""
    add(tables, "sessions", seq, fact, evidence=fact.file.sha256)


@folds(UploadRefused, "evidence")
def refused_kept(tables: Tables, seq: int, fact: UploadRefused) -> None:
    """Note a file that is no log, or conflicts with one."""
    _keep(tables, seq, fact, fact.outcome, fact.problem_count)


@follows(EventFileAccepted, "event_files")
def new_file_of_event(tables: Tables, seq: int, fact: EventFileAccepted) -> None:
    """Follow the version that a later one supersedes."""
    versions = tables.of("event_files", kind=fact.event, room=fact.room, name=fact.name)
    last = max((row["id"] for row in versions), default=None)
    must_be(seq, fact, f"the file that file {fact.number} supersedes", last, fact.supersedes)


@folds(EventFileAccepted, "event_files")
def event_file_accepted(tables: Tables, seq: int, fact: EventFileAccepted) -> None:
    """Add a file of an event."""
    add(tables, "event_files", seq, fact, kind=fact.event, **_about(fact.file))


@follows(OriginalAccepted, "originals")
@follows(OriginalRefused, "originals")
def same_original(tables: Tables, seq: int, fact: _Import) -> None:
    """Follow no other original of that number."""
    before = tables.get("originals", fact.original)
    if before is not None:
        must_be(seq, fact, f"the digest of original {fact.original}", before["sha256"], fact.file.sha256)


@folds(OriginalAccepted, "originals")
@folds(OriginalRefused, "originals")
def original_kept(tables: Tables, seq: int, fact: _Import) -> None:
    """Add an original where it is new."""
    if tables.get("originals", fact.original) is None:
        about = {**_about(fact.file), **_first(fact)}
        add(tables, "originals", seq, fact, id=fact.original, **about)


@folds(OriginalAccepted, "imports")
@folds(OriginalRefused, "imports")
def original_imported(tables: Tables, seq: int, fact: _Import) -> None:
    """Add an import."""
    add(tables, "imports", seq, fact, problems=fact.parts.get("problems"))


@folds(OriginalAccepted, "derived_logs")
@folds(OriginalRefused, "derived_logs")
def logs_derived(tables: Tables, seq: int, fact: _Import) -> None:
    """Add the logs of an import."""
    for position, log in enumerate(fact.logs):
        about = {
            "room": log.room,
            "session": log.session,
            "table_name": log.table,
            "sha256": log.sha256,
            "outcome": log.outcome,
            "session_id": log.number,
            "message": log.message,
        }
        add(tables, "derived_logs", seq, fact, **{"import": fact.number, "position": position}, **about)


def _keep(tables: Tables, seq: int, fact: _Upload, outcome: str, problems: int) -> None:
    """Write what became of a file; when and with which key it came first stays."""
    now = {
        "content_sha256": fact.content_sha256,
        "outcome": outcome,
        "problem_count": problems,
        "problems": fact.parts.get("problems"),
    }
    before = tables.get("evidence", fact.file.sha256)
    if before is not None:
        change(tables, "evidence", seq, before, **now)
    else:
        first = _first(fact)
        tables.put("evidence", row_of_fact("evidence", seq, fact, **_about(fact.file), **now, **first))


def _first(fact: UploadAccepted | UploadRepeated | UploadRefused | _Import) -> dict[str, Any]:
    first = None if isinstance(fact, UploadRefused) else fact.first
    return {"received_at": first.at, "key": first.by} if first is not None else {}


def _about(file: KeptFile) -> dict[str, Any]:
    return {
        "sha256": file.sha256,
        "size": file.size,
        "media_type": file.media_type,
        "filename": file.filename,
    }
