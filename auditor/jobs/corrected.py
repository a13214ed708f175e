"""The audit of a log that supersedes another one, with what it changed: both logs under the same controls, by the same engine."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from auditor.errors import CannotAudit
from auditor.evidence import Evidence
from auditor.jobs.received_logs import evidence_of
from auditor.store import Store
from auditor.store.rows import SessionRecord
from rules.audit.correction import as_sent, corrected, of_logs, of_purged
from rules.results import Audit, Correction


def with_correction(
    store: Store, session: SessionRecord, audit: Audit, audited: Callable[[SessionRecord], Audit]
) -> Audit:
    """The audit of a session; with its correction, where its log supersedes another one. audited: what audits the other one.

    A what-if says nothing of what was sent, and has none.
    """
    if session.supersedes is None or audit.what_if:
        return audit
    first = store.sessions.get(session.supersedes)
    assert first is not None  # it is referred to
    found, known = _compared(store, first, session, audit, audited), store.results.corrections.sent(session)
    sent = as_sent(
        found,
        sent_by=known.sent_by,
        received_at=session.received_at,
        first_received_at=first.received_at,
        first_audit=known.first_audit,
        sent=known.sent,
    )
    return msgspec.structs.replace(audit, correction=sent)


def _compared(
    store: Store,
    first: SessionRecord,
    second: SessionRecord,
    audit: Audit,
    audited: Callable[[SessionRecord], Audit],
) -> Correction:
    """What the second of two logs changed, as far as the first can be read and audited."""
    assert audit.log is not None  # it is of one log
    before = _evidence(store, first)
    if before is None:
        return of_purged(audit.log, first.evidence)
    after = evidence_of(store, second)
    try:
        return corrected((before, audited(first)), (after, audit))
    except CannotAudit:  # such as one that names a ruleset which the library does not have
        return of_logs(before, after, audit.log)


def _evidence(store: Store, session: SessionRecord) -> Evidence | None:
    """A session's log; None where it was purged, or is no longer what was received, which is then on record as damage."""
    try:
        return evidence_of(store, session)
    except CannotAudit:
        return None
