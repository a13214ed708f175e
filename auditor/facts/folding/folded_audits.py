"""Handlers of facts about audits."""

from __future__ import annotations

import msgspec

from auditor.facts.handlers import DoesNotFollow, add, change, folds, found, must_be
from auditor.facts.kinds.facts_of_audits import (
    AuditAsked,
    AuditFailedOnRecord,
    AuditFinished,
    StatisticsSummed,
)
from auditor.facts.tables import Row, Tables


@folds(AuditAsked, "audits", "audit_sessions", "sessions")
def audit_asked(tables: Tables, seq: int, fact: AuditAsked) -> None:
    """Add an audit. It follows its sessions, with these bytes, and the audit that it does again."""
    if fact.of is not None:
        found(tables, "audits", seq, fact, fact.of)
    waiting = dict.fromkeys(("finished_at", "error", "summary_sha256", "counts", "result_sha256", "finish"))
    add(tables, "audits", seq, fact, state="queued", attempts=0, created_at=fact.at, **waiting)
    for position, log in enumerate(fact.logs):
        session = found(tables, "sessions", seq, fact, log.session)
        must_be(seq, fact, f"the file of session {log.session}", session["evidence"], log.evidence)
        row = {"audit": fact.number, "position": position, "session": log.session, "what_if": log.what_if}
        add(tables, "audit_sessions", seq, fact, **row)


@folds(
    AuditFinished,
    "audits",
    "audit_sessions",
    "session_results",
    "screening_statistics",
    "screening_sums",
    "room_incidents",
)
def audit_finished(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Finish an audit, and add what is kept of it. It follows the audit, which waited.

    Kept results and statistics are of its sessions.
    """
    row = _waiting(tables, seq, fact)
    result = {
        "attempts": fact.attempts,
        "counts": fact.counts,
        "result_sha256": fact.result_sha256,
        "summary_sha256": fact.summary_sha256,
        "finish": fact.finish,
    }
    change(tables, "audits", seq, row, state="finished", finished_at=fact.at, **result)
    _keep_results(tables, seq, fact)
    for each in fact.new_incidents:
        found_first = {"audit": fact.number, "state": "open", "correction": None}
        add(tables, "room_incidents", seq, fact, **found_first, **msgspec.structs.asdict(each))


@folds(StatisticsSummed, "screening_statistics", "screening_sums")
def statistics_summed(tables: Tables, seq: int, fact: StatisticsSummed) -> None:
    """Add sums. They follow their statistics."""
    _sum_up(tables, seq, fact)


@folds(AuditFailedOnRecord, "audits")
def audit_failed(tables: Tables, seq: int, fact: AuditFailedOnRecord) -> None:
    """Note why an audit failed. It follows the audit, which waited."""
    row = _waiting(tables, seq, fact)
    now = {"state": "failed", "finished_at": fact.at, "error": fact.error, "attempts": fact.attempts}
    change(tables, "audits", seq, row, **now)


def _keep_results(tables: Tables, seq: int, fact: AuditFinished) -> None:
    logs = {row["session"] for row in tables.of("audit_sessions", audit=fact.number)}
    for session in (*(each.session for each in fact.sessions), *(each.session for each in fact.statistics)):
        if session not in logs:
            raise DoesNotFollow(seq, fact, f"session {session} is not of audit {fact.number}.")
    for result in fact.sessions:
        add(tables, "session_results", seq, fact, audit=fact.number, **msgspec.structs.asdict(result))
    for kept in fact.statistics:
        about = msgspec.structs.asdict(kept)
        add(tables, "screening_statistics", seq, fact, audit=fact.number, id=about.pop("number"), **about)
    _sum_up(tables, seq, fact)


def _sum_up(tables: Tables, seq: int, fact: AuditFinished | StatisticsSummed) -> None:
    for each in fact.sums:
        found(tables, "screening_statistics", seq, fact, each.statistics)
        about = msgspec.structs.asdict(each)
        add(tables, "screening_sums", seq, fact, id=about.pop("number"), **about)


def _waiting(tables: Tables, seq: int, fact: AuditFinished | AuditFailedOnRecord) -> Row:
    row = found(tables, "audits", seq, fact, fact.number)
    must_be(seq, fact, f"audit {fact.number}", row["state"], "queued")
    return row
