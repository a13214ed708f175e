"""Sessions and audits as the API shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from auditor.log_differences import LogDifferences
from auditor.session_states import SessionStanding
from auditor.store.rows import AuditRecord, Purged, SessionRecord
from auditor.store.stored_event_files import EventFileRecord
from auditor.store.stored_originals import DerivedRecord
from auditor.video import VideoKept

MOST_DIFFERENCES = 10  # between two logs that an answer lists; it counts all
_RESULT = (
    "complete", "failures", "what_if", "controls_decided", "hands", "testable", "money_misallocated", "money_misrecorded",
    "money", "parties", "lacking", "repayments", "evidence", "record",
    "impossible", "reconciliation", "rulesets", "diagnosis", "engine",
)  # fmt: skip


def video_members(video: VideoKept | None) -> dict[str, Any]:
    """Until when the video of what was played is kept, and whether that day is over; null where no authority sets a day."""
    return {"video_until": video.until if video else None, "video_over": video.over if video else None}


def difference_members(found: LogDifferences | None) -> dict[str, Any]:
    """Differences between two logs in the words of the game: the first changes, and how many; null: nothing is compared."""
    words, count = (None, None) if found is None else found.said(MOST_DIFFERENCES)
    return {"differences": words, "difference_count": count}


def session_url(number: int) -> str:
    """Address of a session."""
    return f"/v1/sessions/{number}"


def audit_url(number: int) -> str:
    """Address of an audit."""
    return f"/v1/audits/{number}"


def purged(found: Purged | None) -> dict[str, Any] | None:
    """Purge on record; None where nothing was purged."""
    if found is None:
        return None
    return {
        "id": found.id,
        "at": found.at,
        "by": found.by,
        "sha256": found.sha256,
        "fiscal_year_ends": found.year_ends,
        "years": found.years,
        "kept_until": found.kept_until,
        "parameter": found.parameter,
        "clause": found.clause,
    }


def session_resource(
    session: SessionRecord, standing: SessionStanding, video: VideoKept | None, original: int | None = None
) -> dict[str, Any]:
    """A session with links to what belongs to it.

    standing: what became of it. video: how long that of its gaming day is kept. original: that its log is known to
    be derived from.
    """
    url = session_url(session.id)
    first = session.facts.first_hand
    links = {"self": url, "log": f"{url}/log"}
    if first is not None:
        links["first_hand"] = f"{url}/hands/{first}"
    if standing.mend == "state-ruleset":
        links["ruleset"] = f"{url}/ruleset"
    if original is not None:
        links["original"] = original_url(original)
    for name, number in (("supersedes", session.supersedes), ("superseded_by", session.superseded_by)):
        if number is not None:
            links[name] = session_url(number)
    return {
        "id": session.id,
        "room": session.room,
        "session": session.session,
        "table": session.table,
        "currency": session.currency,
        "day": session.day,
        "hands": session.hands,
        "ruleset": session.ruleset,
        "sha256": session.evidence,
        "content_sha256": session.content_sha256,
        "bytes": session.bytes,
        "media_type": session.media_type,
        "received_at": session.received_at,
        "key": session.key,
        "supersedes": session.supersedes,
        "superseded_by": session.superseded_by,
        "pending": session.pending,
        "state": standing.state,
        "reason": standing.sentence or None,
        **video_members(video),
        "purged": purged(session.purged),
        "facts": msgspec.to_builtins(session.facts),
        "links": links,
    }


def event_url(kind: str, number: int) -> str:
    """Address of a tournament or a ledger."""
    return f"/v1/{kind}s/{number}"


def event_resource(file: EventFileRecord, sessions: Sequence[int] = ()) -> dict[str, Any]:
    """A tournament or a ledger. sessions: those on record whose logs belong to it."""
    url = event_url(file.kind, file.id)
    links = {"self": url, "file": f"{url}/file", "audit": f"{url}/audit"}
    for name, number in (("supersedes", file.supersedes), ("superseded_by", file.superseded_by)):
        if number is not None:
            links[name] = event_url(file.kind, number)
    return {
        "id": file.id,
        "room": file.room,
        file.kind: file.name,
        "title": file.facts.title,
        "currency": file.currency,
        "day": file.day,
        "ruleset": file.facts.ruleset,
        "sha256": file.sha256,
        "content_sha256": file.content_sha256,
        "bytes": file.size,
        "media_type": file.media_type,
        "filename": file.filename,
        "received_at": file.received_at,
        "key": file.key,
        "supersedes": file.supersedes,
        "superseded_by": file.superseded_by,
        "pending": file.pending,
        "sessions": list(sessions),
        "facts": msgspec.to_builtins(file.facts),
        "links": links,
    }


def original_url(number: int) -> str:
    """Address of an original."""
    return f"/v1/originals/{number}"


def derived_resource(log: DerivedRecord) -> dict[str, Any]:
    """A derived log and what became of it."""
    links = {} if log.session_id is None else {"session": session_url(log.session_id)}
    return {
        "room": log.room,
        "session": log.session,
        "table": log.table,
        "sha256": log.sha256,
        "outcome": log.outcome,
        "session_id": log.session_id,
        "message": log.message,
        "links": links,
    }


def audit_resource(audit: AuditRecord) -> dict[str, Any]:
    """An audit with links to what it found."""
    url = audit_url(audit.id)
    summary = audit.summary or {}
    return {
        "id": audit.id,
        "state": audit.state,
        "error": audit.error,
        "request": audit.request,
        "ruleset": audit.ruleset,
        "sessions": list(audit.sessions),
        "skipped": audit.skipped,
        "created_at": audit.created_at,
        "started_at": audit.started_at,
        "finished_at": audit.finished_at,
        "attempts": audit.attempts,
        "progress": {"hands": audit.hands_done, "of": audit.hands_total},
        **{name: summary.get(name) for name in _RESULT},
        "counts": audit.counts,
        "result_sha256": audit.result_sha256,
        "knowledge": msgspec.to_builtins(audit.knowledge),
        "of": audit.of,
        "room": audit.room,
        "day": audit.day,
        "event": None
        if audit.event is None
        else {**audit.event._asdict(), "url": event_url(audit.event.kind, audit.event.id)},
        "key": audit.key,
        "open": audit.open,
        "purged": purged(audit.purged),
        "links": {
            "self": url,
            "findings": f"{url}/findings",
            "incidents": f"{url}/incidents",
            "corrections": f"{url}/corrections",
            "report_pdf": f"{url}/report.pdf",
            "report_json": f"{url}/report.json",
            "findings_csv": f"{url}/findings.csv",
            "incidents_csv": f"{url}/incidents.csv",
            "report_xlsx": f"{url}/report.xlsx",
            **_beside(audit, url),
        },
    }


def _beside(audit: AuditRecord, url: str) -> dict[str, str]:
    """Links to what only some audits have."""
    links: dict[str, str] = {}
    if (audit.summary or {}).get("effect"):
        links |= {"what_if_json": f"{url}/what-if.json", "what_if_pdf": f"{url}/what-if.pdf"}
    if audit.of is not None:
        before = audit_url(audit.of)
        links |= {"of": before, "compare": f"{before}/compare/{audit.id}"}
    return links
