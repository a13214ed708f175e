"""Results of a log and of its correction, side by side."""

from __future__ import annotations

from msgspec import Struct

from auditor.audit_results import AuditResults
from auditor.auditing import Auditing
from auditor.errors import EvidenceDamaged, EvidencePurged, NoSuchCorrection, ResultPurged
from auditor.jobs.received_logs import evidence_of
from auditor.session_course import MOST_HANDS
from auditor.store import Store
from auditor.store.rows import IncidentFilter, LastAudit, Page, SessionRecord
from rules.audit.correction import compared_facts
from rules.results import ChangedFact, Correction

_ONE = Page(1, 1)


class LogResult(Struct, frozen=True):
    """A log with its newest audit (None before any). incidents: their number; None where unknown."""

    session: SessionRecord
    audit: LastAudit | None
    incidents: int | None


class CorrectedResults(Struct, frozen=True):
    """A log and its correction, each with its result. found: the correction's audit; None without.

    facts: the first changes; facts_in_all: their number, None where a log is not kept or both are too long to compare here.
    """

    first: LogResult
    second: LogResult
    found: Correction | None
    facts: list[ChangedFact]
    facts_in_all: int | None


def corrected_results(
    store: Store, auditing: Auditing, results: AuditResults, session: SessionRecord
) -> CorrectedResults | None:
    """Results of a log and of the one that it supersedes, of audits that the caller sees; None where it supersedes none."""
    first = None if session.supersedes is None else store.sessions.get(session.supersedes)
    if first is None:
        return None
    before, after = (_result(auditing, results, each) for each in (first, session))
    found = _correction(auditing, results, after)
    if found is not None:  # both logs under the same controls by the same engine
        before = LogResult(first, before.audit, found.first_incidents)
        after = LogResult(session, after.audit, found.second_incidents)
        return CorrectedResults(before, after, found, found.facts, found.facts_in_all)
    return CorrectedResults(before, after, None, *_compared(store, first, session))


def _compared(
    store: Store, first: SessionRecord, second: SessionRecord
) -> tuple[list[ChangedFact], int | None]:
    """The first changed facts and their number; none and None where the logs are not compared."""
    if max(first.hands, second.hands) > MOST_HANDS:
        return [], None
    try:
        return compared_facts(evidence_of(store, first), evidence_of(store, second))
    except (EvidencePurged, EvidenceDamaged):
        return [], None


def _result(auditing: Auditing, results: AuditResults, session: SessionRecord) -> LogResult:
    audit = auditing.newest_of(session)
    if audit is None or not auditing.is_seen(audit.id):
        return LogResult(session, None, None)
    try:
        record = auditing.finished(audit.id)
    except ResultPurged:
        return LogResult(session, audit, None)
    if (record.summary or {}).get("incidents") is None:  # of an engine that had none
        return LogResult(session, audit, None)
    return LogResult(
        session, audit, results.incident_page(record, IncidentFilter(session=session.id), _ONE)[1]
    )


def _correction(auditing: Auditing, results: AuditResults, of: LogResult) -> Correction | None:
    if of.audit is None:
        return None
    try:
        return results.correction(auditing.finished(of.audit.id), of.session.id)
    except (NoSuchCorrection, ResultPurged):
        return None
