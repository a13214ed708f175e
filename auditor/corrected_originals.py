"""The correction of a log that was derived from an original: it stays a log of that original, with the same options."""

from __future__ import annotations

from auditor.collector import no_collector
from auditor.errors import Conflict
from auditor.evidence import NO_LIMITS, Evidence
from auditor.jobs.reads import ReadLogs
from auditor.store import Store
from auditor.store.originals import DerivedRecord, ImportRecord, NewImport, NewLog, OriginalRecord
from auditor.store.rows import EvidenceRecord, SessionRecord
from auditor.store.times import now
from rules.audit import read_log


def keep_corrected(
    store: Store, reads: ReadLogs, original: OriginalRecord, conflict: EvidenceRecord, body: bytes
) -> SessionRecord:
    """Keep the correction that a derived log in conflict becomes. body: the derived log, with what it supersedes.

    Raises LimitReached, EvidencePurged, EvidenceDamaged, and Conflict where another log came on record meanwhile.
    """
    store.uploads.must_be_possible()
    made = _import_with(original, conflict.sha256)
    evidence = Evidence(body, NO_LIMITS)
    with no_collector():
        facts, read = read_log(evidence)
    store.sessions.check(evidence.content_sha256, facts)

    def kept(each: DerivedRecord) -> DerivedRecord | NewLog:
        if each.sha256 != conflict.sha256:
            return each
        name = conflict.filename or f"{each.session}.ndjson"
        return NewLog(each.room, each.session, each.table, name, evidence, facts)

    new = NewImport(
        store.originals.body(original), original.sha256, original.media_type, original.filename, original.room, made.importer,
        made.version, made.problems, made.problem_count, made.refusals, [kept(each) for each in made.logs], made.options,
    )  # fmt: skip
    store.originals.keep(new, now())
    session = store.sessions.of_content(evidence.content_sha256)
    if session is None:  # the check and the keeping are two transactions
        raise Conflict("Another log came on record for this session meanwhile.", None)
    reads.keep(evidence.sha256, read)
    return session


def _import_with(original: OriginalRecord, sha256: str) -> ImportRecord:
    """The last import of an original that gave a log which was in conflict."""
    return next(each for each in reversed(original.imports) if any(log.sha256 == sha256 for log in each.logs))
