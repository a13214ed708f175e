"""Handlers of facts about audits."""

from __future__ import annotations

import msgspec

from auditor.facts.handlers import DoesNotFollow, add, change, folds, follows, found, must_be, row_of_fact
from auditor.facts.kinds.facts_of_audits import (
    AuditAsked,
    AuditFailedOnRecord,
    AuditFinished,
    StatisticsSummed,
)
from auditor.facts.tables import Tables


@follows(AuditAsked, "audits")
def repeated_audit(tables: Tables, seq: int, fact: AuditAsked) -> None:
    """Follow the audit that is done again."""
    if fact.of is not None:
        found(tables, "audits", seq, fact, fact.of)


@follows(AuditAsked, "sessions")
def audited_logs(tables: Tables, seq: int, fact: AuditAsked) -> None:
    """Follow the sessions of an audit, with these bytes. Of an adopted one a session may be altered, which facts leave out."""
    for log in fact.logs:
        if fact.adopted and tables.get("sessions", log.session) is None:
            continue
        session = found(tables, "sessions", seq, fact, log.session)
        must_be(seq, fact, f"the file of session {log.session}", session["evidence"], log.evidence)


@folds(AuditAsked, "audits")
def audit_asked(tables: Tables, seq: int, fact: AuditAsked) -> None:
    """Add an audit."""
    waiting = dict.fromkeys(
        ("finished_at", "error", "summary_sha256", "root", "counts", "result_sha256", "finish")
    )
    add(tables, "audits", seq, fact, state="queued", attempts=0, created_at=fact.at, **waiting)


@folds(AuditAsked, "audit_sessions")
def sessions_of_audit(tables: Tables, seq: int, fact: AuditAsked) -> None:
    """Add the sessions of an audit."""
    for position, log in enumerate(fact.logs):
        row = {"audit": fact.number, "position": position, "session": log.session, "what_if": log.what_if}
        add(tables, "audit_sessions", seq, fact, **row)


@follows(AuditFinished, "audits")
@follows(AuditFailedOnRecord, "audits")
def waiting_audit(tables: Tables, seq: int, fact: AuditFinished | AuditFailedOnRecord) -> None:
    """Follow an audit that waits."""
    row = found(tables, "audits", seq, fact, fact.number)
    must_be(seq, fact, f"audit {fact.number}", row["state"], "queued")


@follows(AuditFinished, "audit_sessions")
def kept_of_its_sessions(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Follow the sessions of an audit: what is kept is of these."""
    logs = {row["session"] for row in tables.of("audit_sessions", audit=fact.number)}
    for session in (*(each.session for each in fact.sessions), *(each.session for each in fact.statistics)):
        if session not in logs:
            raise DoesNotFollow(seq, fact, f"session {session} is not of audit {fact.number}.")


@folds(AuditFinished, "audits")
def audit_finished(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Finish an audit."""
    result = {
        "attempts": fact.attempts,
        "counts": fact.counts,
        "result_sha256": fact.result_sha256,
        "summary_sha256": fact.summary_sha256,
        "root": fact.root,
        "finish": fact.finish,
    }
    row = found(tables, "audits", seq, fact, fact.number)
    change(tables, "audits", seq, row, state="finished", finished_at=fact.at, **result)


@folds(AuditFailedOnRecord, "audits")
def audit_failed(tables: Tables, seq: int, fact: AuditFailedOnRecord) -> None:
    """Note why an audit failed."""
    row = found(tables, "audits", seq, fact, fact.number)
    now = {"state": "failed", "finished_at": fact.at, "error": fact.error, "attempts": fact.attempts}
    change(tables, "audits", seq, row, **now)


@folds(AuditFinished, "session_results")
def results_kept(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Write the kept results of sessions: one takes the place of an earlier one of its basis."""
    for result in fact.sessions:
        about = msgspec.structs.asdict(result)
        tables.put("session_results", row_of_fact("session_results", seq, fact, audit=fact.number, **about))


@folds(AuditFinished, "room_incidents")
def incidents_found(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Add the incidents that an audit found first. One that an earlier audit found stays its own, though its row was removed."""
    for each in fact.new_incidents:
        if tables.get("room_incidents", each.incident) is None:
            add(tables, "room_incidents", seq, fact, audit=fact.number, **msgspec.structs.asdict(each))


@folds(AuditFinished, "screening_statistics")
def statistics_kept(tables: Tables, seq: int, fact: AuditFinished) -> None:
    """Add the statistics of sessions."""
    for kept in fact.statistics:
        about = msgspec.structs.asdict(kept)
        add(tables, "screening_statistics", seq, fact, audit=fact.number, id=about.pop("number"), **about)


@follows(StatisticsSummed, "screening_statistics")
def summed_statistics(tables: Tables, seq: int, fact: StatisticsSummed) -> None:
    """Follow the statistics that have no sums."""
    for each in fact.sums:
        found(tables, "screening_statistics", seq, fact, each.statistics)


@folds(AuditFinished, "screening_sums")
@folds(StatisticsSummed, "screening_sums")
def sums_kept(tables: Tables, seq: int, fact: AuditFinished | StatisticsSummed) -> None:
    """Add sums."""
    for each in fact.sums:
        about = msgspec.structs.asdict(each)
        add(tables, "screening_sums", seq, fact, id=about.pop("number"), **about)
