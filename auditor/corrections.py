"""A log in conflict with the one on record: the differences, and the correction that it becomes.

A correction is a new file with the same lines; its session line adds what it supersedes, why, and who says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from auditor.collector import no_collector
from auditor.errors import Conflict, EvidenceDamaged, EvidencePurged, NoSuchFile
from auditor.evidence import NO_LIMITS, Evidence, first_room
from auditor.jobs.logs_read_at_upload import ReadLogs
from auditor.jobs.received_logs import evidence_of
from auditor.log_differences import LogDifferences
from auditor.refused_files import kept_evidence
from auditor.rooms import Rooms
from auditor.session_lines import session_line, with_field
from auditor.sessions import Sessions
from auditor.store import Store
from auditor.store.rows import EvidenceRecord, SessionRecord
from auditor.store.service_clock import now
from auditor.store.stored_originals import DerivedRecord, ImportRecord, NewImport, NewLog, OriginalRecord
from rules.audit import read_log
from rules.audit.correction import compared_facts
from rules.records.compared_facts import changed_facts
from rules.results import ChangedFact, LogFacts

_NAME = "supersedes"


class ConflictFound(Struct, frozen=True):
    """A log in conflict. session: the one that it names; current: the log on record, or None.

    filename: as uploaded, perhaps the original's. reason, by: as the log itself states them, else "".
    """

    record: EvidenceRecord
    session: str
    current: SessionRecord | None
    filename: str | None
    reason: str = ""
    by: str = ""

    @property
    def same(self) -> bool:
        """Whether the log on record has the same bytes."""
        return self.current is not None and self.current.content_sha256 == self.record.content_sha256


class Corrections:
    """Logs in conflict, over a store."""

    def __init__(self, store: Store, rooms: Rooms, sessions: Sessions, reads: ReadLogs) -> None:
        self._store = store
        self._rooms = rooms
        self._sessions = sessions
        self._reads = reads

    def get(self, room: str, sha256: str) -> ConflictFound:
        """A room's log that was in conflict on arrival. Raises NoSuchRoom, NoSuchFile, EvidencePurged, EvidenceDamaged."""
        self._rooms.get(room)
        record = self._store.evidence.get(sha256)
        if record is not None and record.outcome == "conflict":
            evidence = kept_evidence(self._store, sha256)
            line = session_line(evidence)[1]
            if first_room(evidence) == room and line is not None:
                said = json.loads(line)
                session = str(said["session"])
                stated = said.get(_NAME) or {}
                original = self._store.originals.of_conflict(sha256)
                return ConflictFound(
                    record, session, self._sessions.current(room, session),
                    original.filename if original is not None else record.filename,
                    stated.get("reason") or "", stated.get("by") or _recorded_by(said),
                )  # fmt: skip
        raise NoSuchFile(f"No log with the SHA-256 {sha256[:64]} is in conflict in room {room}.")

    def differences(self, found: ConflictFound) -> LogDifferences | None:
        """Differences from the log on record; None where that is not kept. Raises EvidenceDamaged."""
        sides = self._sides(found)
        if sides is None or found.current is None:
            return None
        return LogDifferences(*compared_facts(*sides), money_of(found.current.facts))

    def of_session(self, session: SessionRecord) -> LogDifferences | None:
        """Changes by a log on record to the one that it corrects; None without such a log, or where one is not kept."""
        if session.supersedes is None:
            return None
        try:
            before = self._sessions.get(session.supersedes)
            return self.of_sent(before, evidence_of(self._store, session))
        except (EvidencePurged, EvidenceDamaged):
            return None

    def of_sent(self, current: SessionRecord | None, sent: Evidence) -> LogDifferences | None:
        """Changes by a sent log to the one on record; None without one, or where it is not kept."""
        if current is None:
            return None
        try:
            before = evidence_of(self._store, current)
            return LogDifferences(*compared_facts(before, sent), money_of(current.facts))
        except (EvidencePurged, EvidenceDamaged):
            return None

    def every_fact(self, found: ConflictFound) -> Iterator[ChangedFact]:
        """All differences from the log on record; nothing where that is not kept. Raises EvidenceDamaged."""
        sides = self._sides(found)
        return iter(()) if sides is None else changed_facts(sides[0].chunks(), sides[1].chunks())

    def correct(self, found: ConflictFound, reason: str, by: str) -> SessionRecord:
        """Record the correction: the uploaded log, with what it supersedes in its session line.

        Raises RefusedLog, RefusedOriginal, Conflict, LimitReached, EvidencePurged; then nothing is stored.
        """
        assert found.current is not None  # else there is nothing to correct
        body = self._corrected(found, reason, by)
        self._sessions.upload(body, dry_run=True, room=found.current.room)
        original = self._store.originals.of_conflict(found.record.sha256)
        if original is not None:
            return _keep_corrected(self._store, self._reads, original, found.record, body)
        name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{found.current.room}-{found.session}-correction")
        made = self._sessions.upload(body, f"{name}.ndjson", room=found.current.room).session
        assert made is not None  # it was no dry run
        return made

    def _sides(self, found: ConflictFound) -> tuple[Evidence, Evidence] | None:
        if found.current is None:
            return None
        try:
            return evidence_of(self._store, found.current), kept_evidence(self._store, found.record.sha256)
        except EvidencePurged:
            return None

    def _corrected(self, found: ConflictFound, reason: str, by: str) -> bytes:
        """The correction as NDJSON; only the session line is altered."""
        before, line, after = session_line(kept_evidence(self._store, found.record.sha256))
        assert line is not None  # it was read when it came
        assert found.current is not None  # else there is nothing to correct
        return before + with_field(line, _NAME, _stated(found.current, reason, by)) + after


def money_of(facts: LogFacts) -> str:
    """Currency of a log's amounts, or CHIPS."""
    return facts.money or facts.currency


def _recorded_by(session: Mapping[str, Any]) -> str:
    return "" if session.get("source") in (None, "table_system") else session.get("recorded_by") or ""


def _stated(current: SessionRecord, reason: str, by: str) -> dict[str, Any]:
    return {"sha256": current.evidence, "reason": reason, "by": by}


def _keep_corrected(
    store: Store, reads: ReadLogs, original: OriginalRecord, conflict: EvidenceRecord, body: bytes
) -> SessionRecord:
    """Keep the correction that a derived log in conflict becomes. body: the corrected log.

    Raises LimitReached, EvidencePurged, EvidenceDamaged, Conflict.
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
    return next(each for each in reversed(original.imports) if any(log.sha256 == sha256 for log in each.logs))
