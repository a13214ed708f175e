"""Handlers of facts about logs, files of events and originals."""

from __future__ import annotations

from typing import Any

from auditor.facts.handlers import DoesNotFollow, add, change, folds, found, must_be, row_of_fact
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


@folds(UploadAccepted, "evidence", "sessions")
def upload_accepted(tables: Tables, seq: int, fact: UploadAccepted) -> None:
    """Add a session. A correction follows the session that it supersedes, of the same room and name, and no other correction."""
    if any(tables.of("sessions", content_sha256=fact.content_sha256)):
        raise DoesNotFollow(seq, fact, f"log {fact.content_sha256} is a session already.")
    versions = tables.of("sessions", room=fact.room, session=fact.session)
    last = max((row["id"] for row in versions), default=None)
    must_be(seq, fact, f"the session that session {fact.number} supersedes", last, fact.supersedes)
    _keep(tables, seq, fact, "session", 0)
    add(tables, "sessions", seq, fact, evidence=fact.file.sha256)


@folds(UploadRepeated, "evidence", "sessions")
def upload_repeated(tables: Tables, seq: int, fact: UploadRepeated) -> None:
    """Note other bytes of a session's log. It follows the session."""
    session = found(tables, "sessions", seq, fact, fact.number)
    must_be(seq, fact, f"the log of session {fact.number}", session["content_sha256"], fact.content_sha256)
    _keep(tables, seq, fact, "session", 0)


@folds(UploadRefused, "evidence")
def upload_refused(tables: Tables, seq: int, fact: UploadRefused) -> None:
    """Note a file that is no log. It follows no upload of these bytes that became a session."""
    before = tables.get("evidence", fact.file.sha256)
    if before is not None:
        must_be(seq, fact, f"file {fact.file.sha256}", before["outcome"], "refused", "conflict")
    _keep(tables, seq, fact, fact.outcome, fact.problem_count)


@folds(EventFileAccepted, "event_files")
def event_file_accepted(tables: Tables, seq: int, fact: EventFileAccepted) -> None:
    """Add a file of an event. A later version follows the one that it supersedes."""
    versions = tables.of("event_files", kind=fact.event, room=fact.room, name=fact.name)
    last = max((row["id"] for row in versions), default=None)
    must_be(seq, fact, f"the file that file {fact.number} supersedes", last, fact.supersedes)
    add(tables, "event_files", seq, fact, kind=fact.event, **_about(fact.file))


@folds(OriginalAccepted, "originals", "imports", "derived_logs")
@folds(OriginalRefused, "originals", "imports", "derived_logs")
def original_imported(tables: Tables, seq: int, fact: _Import) -> None:
    """Add an import, and its original where it is new. It follows no other original of that number."""
    before = tables.get("originals", fact.original)
    if before is None:
        first = _first(fact)
        add(tables, "originals", seq, fact, id=fact.original, **_about(fact.file), **first)
    else:
        must_be(seq, fact, f"the digest of original {fact.original}", before["sha256"], fact.file.sha256)
    add(tables, "imports", seq, fact)
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
    now = {"content_sha256": fact.content_sha256, "outcome": outcome, "problem_count": problems}
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
