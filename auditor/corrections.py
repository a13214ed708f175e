"""A log for whose session another one is on record: what differs, and the correction that it can become.

What was uploaded is never altered. A correction is a new file: the same lines, and in the session line what it supersedes, why,
and who says so. Whoever made it uploads it as any other log.
"""

from __future__ import annotations

import json
import re
from typing import Any

from msgspec import Struct

from auditor.differences import Differences, differences
from auditor.errors import EvidencePurged, NoSuchFile
from auditor.evidence import Evidence, first_room
from auditor.jobs.logs import evidence_of
from auditor.quotes import place_of
from auditor.refused_files import kept_evidence
from auditor.rooms import Rooms
from auditor.sessions import Sessions
from auditor.store import Store
from auditor.store.rows import EvidenceRecord, SessionRecord

_NAME = "supersedes"


class ConflictFound(Struct, frozen=True):
    """A log in conflict. session: that it names. current: the log that is on record for it; None: none is."""

    record: EvidenceRecord
    session: str
    current: SessionRecord | None

    @property
    def same(self) -> bool:
        """Whether the log on record says the same, byte for byte."""
        return self.current is not None and self.current.content_sha256 == self.record.content_sha256


class Corrections:
    """Logs in conflict, over a store."""

    def __init__(self, store: Store, rooms: Rooms, sessions: Sessions) -> None:
        self._store = store
        self._rooms = rooms
        self._sessions = sessions

    def get(self, room: str, sha256: str) -> ConflictFound:
        """A log of a room that was in conflict when it came. Raises NoSuchRoom, NoSuchFile, EvidencePurged, EvidenceDamaged."""
        self._rooms.get(room)
        record = self._store.evidence.get(sha256)
        if record is not None and record.outcome == "conflict":
            evidence = kept_evidence(self._store, sha256)
            line = _session_line(evidence)[1]
            if first_room(evidence) == room and line is not None:
                session = str(json.loads(line)["session"])
                return ConflictFound(record, session, self._sessions.current(room, session))
        raise NoSuchFile(f"No log with the SHA-256 {sha256[:64]} is in conflict in room {room}.")

    def differences(self, found: ConflictFound, most: int) -> Differences | None:
        """What differs from the log that is on record; None where that is not kept any more. Raises EvidenceDamaged."""
        if found.current is None:
            return None
        try:
            before = evidence_of(self._store, found.current)
        except EvidencePurged:
            return None
        return differences(before, kept_evidence(self._store, found.record.sha256), most)

    def stated_words(self, found: ConflictFound, reason: str, by: str) -> str:
        """What the session line of the correction has to say, as JSON; empty where no log is on record."""
        if found.current is None:
            return ""
        return f'"{_NAME}": {json.dumps(_stated(found.current, reason, by), ensure_ascii=False)}'

    def corrected(self, found: ConflictFound, reason: str, by: str) -> bytes:
        """The correction as a file (NDJSON): the log as it was uploaded, with what it supersedes in its session line.

        Nothing else of the log is altered. Raises RefusedLog, Conflict where it would not be taken.
        """
        before, line, after = _session_line(kept_evidence(self._store, found.record.sha256))
        assert line is not None  # it was read when it came
        assert found.current is not None  # else there is nothing to correct
        body = before + _with(line, _stated(found.current, reason, by)) + after
        self._sessions.upload(body, dry_run=True)
        return body


def _stated(current: SessionRecord, reason: str, by: str) -> dict[str, Any]:
    return {"sha256": current.evidence, "reason": reason, "by": by}


def _session_line(evidence: Evidence) -> tuple[bytes, bytes | None, bytes]:
    """The first line that is not blank, with what is before and after it; None of a file that was purged."""
    body = b"".join(evidence.chunks())
    found = re.search(rb"\S[^\n]*", body)
    return (body[: found.start()], found[0], body[found.end() :]) if found else (body, None, b"")


def _with(line: bytes, stated: dict[str, Any]) -> bytes:
    """A session line with what it supersedes, all else byte for byte."""
    text, said = line.decode(), json.dumps(stated, ensure_ascii=False)
    start, end = place_of(text, _NAME)
    if end > start:
        return (text[:start] + said + text[end:]).encode()
    brace = text.rindex("}")
    return f'{text[:brace].rstrip()}, "{_NAME}": {said}{text[brace:]}'.encode()
