"""Sessions' logs as received."""

from __future__ import annotations

from auditor.errors import EvidenceDamaged, EvidencePurged
from auditor.evidence import NO_LIMITS, Evidence
from auditor.store import Store
from auditor.store.bytes_by_digest import EVIDENCE
from auditor.store.rows import SessionRecord


def evidence_of(store: Store, session: SessionRecord) -> Evidence:
    """A session's bytes as received. Raises EvidencePurged, EvidenceDamaged."""
    evidence = Evidence(store.evidence.body(session.evidence), NO_LIMITS)
    if evidence.sha256 != session.evidence:
        must_be_kept(store, session)
        words = (
            f"The evidence of session {session.id} is no longer what was received: its SHA-256 was "
            f"{session.evidence} and is now {evidence.sha256}. Upload the same file again, or restore the store from a backup."
        )
        store.damage.note(EVIDENCE, session.evidence, words)
        raise EvidenceDamaged(words)
    return evidence


def must_be_kept(store: Store, session: SessionRecord) -> None:
    """Raise EvidencePurged where a session's log was purged."""
    purged = store.purges.of_file(session.evidence)
    if purged is not None:
        raise EvidencePurged(
            purged.words(f"The log of session {session.id} ({session.room}, {session.session})")
        )
