"""Events of incidents: answers with files, and decisions; rows are only added."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import ChangedMeanwhile, DocumentDamaged
from auditor.facts.kinds.facts_of_incidents import (
    AttachedOnRecord,
    IncidentAccepted,
    IncidentAnswered,
    IncidentClosed,
    IncidentReturned,
    StepOfIncident,
)
from auditor.store import stored_purges, stored_room_incidents
from auditor.store.blobs.kept_bytes import bytes_of, writing_with
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.fact_log import FactLog
from auditor.store.fact_parts import keep_body
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.incident_rows import AttachedFile, IncidentEvent, IncidentRow, NewIncidentEvent
from auditor.store.incident_states import closed_for_corrections
from auditor.store.rows import IncidentAction, NewFile, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_incident_words import ATTACHMENTS, is_on_record, keep_bytes, new_bytes
from auditor.store.uploads import spend
from rules.results import Incident
from rules.typed import from_json

# Makes a step of the incident as it is, by its newest audit and its events.
Step = Callable[[IncidentRow, "tuple[int, Incident] | None", list[IncidentEvent]], NewIncidentEvent]

_NAMES = "files"  # key of file names among the words
_STEPS: dict[str, type[StepOfIncident]] = {
    "answered": IncidentAnswered,
    "accepted": IncidentAccepted,
    "returned": IncidentReturned,
    "closed": IncidentClosed,
}
_SELECT = f"""
SELECT e.id, e.at, e.room, e.incident, e.action, e.audit, e.stated_sha256, e.due, e.by, e.key,
    coalesce(e.words, e.words_sha256) IS NOT NULL, w.body, e.files,
    {stored_purges.selected("audits", "CAST(e.audit AS TEXT)")}, e.correction
FROM incident_events AS e LEFT JOIN fact_parts AS w ON w.digest = e.words
WHERE e.incident IN (SELECT value FROM json_each(?)) ORDER BY e.id
"""
# Incidents of a record's audit, with their last logs.
_AGAIN = f"""
SELECT known.room, known.incident, i.incident, max(s.id) FROM incidents AS i
JOIN room_incidents AS known ON known.incident = i.id
JOIN audit_sessions AS part ON part.audit = i.audit AND part.what_if = 0
JOIN sessions AS s ON s.id = part.session AND s.room = known.room
    AND (s.session = known.session OR (known.session IS NULL AND known.event IS NULL))
WHERE i.audit = ? AND i.id IN (SELECT value FROM json_each(?))
    AND EXISTS (SELECT 1 FROM audits WHERE audits.id = i.audit AND {OF_THE_RECORD})
GROUP BY i.position, i.incident, known.room, known.incident ORDER BY i.position
"""
_incident = from_json(Incident)


class IncidentEvents:
    """Events by their incident."""

    def __init__(
        self,
        connections: Connections,
        sealed: Sealed,
        must_rest_on_document: Callable[[Database, str, int, int], None],
        damage: Damage,
        log: FactLog,
        caller: Caller = ITSELF,
    ) -> None:
        self._connections = connections
        self._must_rest_on_document = must_rest_on_document  # raises RecordDamaged
        self._sealed = sealed
        self._damage = damage
        self._log = log
        self._caller = caller

    def of(self, incident: str) -> list[IncidentEvent]:
        """Events of an incident, in their order."""
        return self.of_all([incident]).get(incident, [])

    def of_all(self, incidents: Iterable[str]) -> dict[str, list[IncidentEvent]]:
        """Events by incident id; incidents without any are left out. Raises RecordDamaged."""
        asked = list(incidents)
        rows = _rows(self._connections.db, asked)
        self._sealed.must_have_all_steps(asked)
        self._sealed.must_be_as_written("incident_events", ((row[0],) for row in rows))
        found: dict[str, list[IncidentEvent]] = {}
        for event in map(_event, rows):
            found.setdefault(event.incident, []).append(event)
        return found

    def latest(self) -> int:
        """Number of the last event, or 0."""
        count: int = self._connections.db.execute(
            "SELECT coalesce(max(id), 0) FROM incident_events"
        ).fetchone()[0]
        return count

    def by_kind(self) -> list[tuple[str, str, str, int, str, IncidentAction, str]]:
        """(room, code, clause, step, incident, action, time) of answers and closings in the caller's rooms, which
        `must_be_as_written` compares: those that are given.
        """
        seen, rooms = self._caller.where("i.room")
        return self._connections.db.execute(
            "SELECT i.room, i.code, i.clause, e.id, e.incident, e.action, e.at FROM incident_events AS e JOIN room_incidents "
            f"AS i ON i.incident = e.incident WHERE e.action IN ('answered', 'closed') AND {seen} ORDER BY e.id",
            rooms,
        ).fetchall()

    def must_be_as_written(self, steps: Mapping[int, str]) -> None:
        """Raise RecordDamaged where some steps, or their incidents, are not as facts say. steps: their incidents by number."""
        self._sealed.must_be_as_written("incident_events", ((step,) for step in steps))
        self._sealed.must_be_as_written("room_incidents", ((each,) for each in {*steps.values()}))

    def body(self, sha256: str) -> bytes:
        """Bytes of an attached file. Raises KeyError where purged, DocumentDamaged where altered."""
        row = self._connections.db.execute(
            "SELECT body FROM attachments WHERE sha256 = ? AND length(body) > 0", [sha256]
        ).fetchone()
        if row is None:
            raise KeyError(sha256)
        body = bytes_of(row[0], sha256)
        found = hashlib.sha256(body).hexdigest()
        if found != sha256:
            words = (
                f"A file that was attached to an answer is no longer what was sent: its SHA-256 was {sha256} and is now {found}. "
                "Restore the store from a backup."
            )
            self._damage.note("attachments", sha256, words)
            raise DocumentDamaged(words)
        return body

    def add(
        self,
        room: str,
        incident: str,
        step: Step,
        at: str,
        seen: IncidentRow | None,
        files: tuple[NewFile, ...] = (),
    ) -> None:
        """Record a step, which ``step`` makes of the incident as it is then. files: those of the step.

        seen: the incident as the caller saw it; None permits any. Raises ChangedMeanwhile, LimitReached, DocumentDamaged,
        RecordDamaged where a row that it rests on is not as facts say, and what ``step`` raises.
        """
        with writing_with(self._connections, {each.sha256: each.body for each in files}) as db:
            record = stored_room_incidents.find(db, self._caller, room, incident)
            assert record is not None  # incidents of rooms stay
            if seen not in (None, record):
                raise ChangedMeanwhile
            rows = _rows(db, [incident])
            self._must_rest_on_facts(db, record, [row[0] for row in rows])
            event = step(record, stored_room_incidents.newest(db, incident), [*map(_event, rows)])
            self._must_be_kept_whole(db, event.files)
            _enter(db, self._log, self._caller, room, incident, event, at)

    def _must_rest_on_facts(self, db: Database, record: IncidentRow, steps: list[int]) -> None:
        """Raise RecordDamaged where an incident, what was found of it, or what was done about it is not as facts say."""
        self._sealed.must_rest_on_facts("room_incidents", record.incident)
        self._sealed.must_rest_on_all_steps(record.incident, steps)
        for subject, keys in stored_room_incidents.rests_on([record]):
            self._sealed.must_all_rest_on_facts(subject, keys)
        place = stored_room_incidents.place(db, record.incident)
        if place is not None:
            self._must_rest_on_document(db, "incidents", *place)

    def _must_be_kept_whole(self, db: Database, files: tuple[NewFile, ...]) -> None:
        """Raise where a file is on record already, and its row or its bytes were altered; count the others as uploaded."""
        for file in files:
            if is_on_record(db, file):
                self._sealed.must_rest_on_facts(ATTACHMENTS, file.sha256)
        new = [new_bytes(db, file) for file in files]
        if any(new):
            spend(db, self._caller, "", sum(new))


def return_found_again(db: Database, log: FactLog, audit: int, at: str) -> None:
    """Return an audit's incidents that were closed as removed by a correction, in the transaction that finishes it."""
    every = db.execute("SELECT id FROM incidents WHERE audit = ?", [audit]).fetchall()
    closed = closed_for_corrections(log.authority, [incident for (incident,) in every])
    for room, incident, text, session in db.execute(_AGAIN, [audit, encoded(list(closed))]).fetchall():
        if session < closed[incident]:
            continue  # it came before the one that removed the incident
        words = {"reason": f"A later log of the session has it again: session {session}, audit {audit}."}
        stated = stated_sha256(_incident(text))
        event = NewIncidentEvent("returned", audit, stated, None, words, correction=session)
        _enter(db, log, ITSELF, room, incident, event, at)


def stated_sha256(incident: Incident) -> str:
    """Digest of an incident's findings, hands, seats and money, whatever its wording."""
    stated = [
        sorted(incident.findings), sorted((each.session, each.hand) for each in incident.hands), sorted(incident.seats),
        incident.misallocated, incident.misrecorded,
        sorted((each.debtor or "", each.creditor or "", each.amount) for each in incident.owes),
    ]  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(stated)).hexdigest()


def _enter(
    db: Database, log: FactLog, caller: Caller, room: str, incident: str, event: NewIncidentEvent, at: str
) -> None:
    words: dict[str, Any] = dict(event.words)
    if event.files:
        words[_NAMES] = [each.filename for each in event.files]
    about: dict[str, Any] = {
        "audit": event.audit, "stated_sha256": event.stated_sha256, "due": event.due, "correction": event.correction,
        "who": event.by, "parts": {"words": keep_body(db, encoded(words).encode())} if words else {},
        "files": tuple(AttachedOnRecord(each.sha256, len(each.body), each.media_type) for each in event.files),
    }  # fmt: skip
    number = log.number_after(db, "incident_events", *(f"incident.{each}" for each in _STEPS))
    common: dict[str, Any] = {"at": at, "by": caller.key, "rooms": (room,), "room": room}
    log.append(db, _STEPS[event.action](number=number, incident=incident, **common, **about))
    for file in event.files:
        keep_bytes(db, file)


def _rows(db: Database, incidents: list[str]) -> list[tuple[Any, ...]]:
    return db.execute(_SELECT, [encoded(incidents)]).fetchall()


def _event(row: tuple[Any, ...]) -> IncidentEvent:
    *about, has_words, text, files, purged, correction = row
    words: dict[str, Any] = msgspec.json.decode(text) if text is not None else {}
    kept: list[dict[str, Any]] = msgspec.json.decode(files)
    names = words.pop(_NAMES, [None] * len(kept))
    attached = tuple(AttachedFile(**each, name=name) for each, name in zip(kept, names, strict=True))
    gone = stored_purges.read(purged) if has_words and text is None else None
    values: list[Any] = [*about, words, attached, gone, correction]
    return IncidentEvent(*values)
