"""Audit of a superseding log with its changes, both logs under the same controls and engine."""

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
    """An audit with its log's correction, if any. audited: auditor of the earlier log. A what-if has none."""
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
    """Changes by the second log, as far as the first is readable and auditable."""
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
    """A session's log; None where purged or damaged (then recorded)."""
    try:
        return evidence_of(store, session)
    except CannotAudit:
        return None
