"""Events of incidents: answers with files, and decisions; rows are only added."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import ChangedMeanwhile, DocumentDamaged
from auditor.store import stored_purges, stored_room_incidents
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.incident_rows import AttachedFile, IncidentEvent, IncidentRow, NewIncidentEvent
from auditor.store.rows import IncidentAction, encoded
from auditor.store.sealed import Sealed
from auditor.store.stored_incident_words import keep_file
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal
from auditor.store.uploads import spend
from rules.results import Incident
from rules.typed import from_json

# Makes a step of the incident as it is, by its newest audit and its events.
Step = Callable[[IncidentRow, "tuple[int, Incident] | None", list[IncidentEvent]], NewIncidentEvent]

_NAMES = "files"  # key of file names among the words
_SELECT = f"""
SELECT e.id, e.at, e.room, e.incident, e.action, e.audit, e.stated_sha256, e.due, e.by, e.key, e.words_sha256, w.words,
    {stored_purges.selected("audits", "CAST(e.audit AS TEXT)")}, e.correction
FROM incident_events AS e LEFT JOIN incident_words AS w ON w.event = e.id
"""
_FILES = """
SELECT f.sha256, a.size, f.media_type FROM incident_files AS f JOIN attachments AS a ON a.sha256 = f.sha256
WHERE f.event = ? ORDER BY f.position
"""
_INSERT = """
INSERT INTO incident_events (at, room, incident, action, audit, stated_sha256, due, words_sha256, by, key, correction)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
# Incidents of a record's audit last closed for a correction that came before one of its logs.
_AGAIN = f"""
SELECT known.room, known.incident, i.incident, max(s.id) FROM incidents AS i
JOIN room_incidents AS known ON known.incident = i.id
JOIN audit_sessions AS part ON part.audit = i.audit AND NOT part.what_if
JOIN sessions AS s ON s.id = part.session AND s.room = known.room
    AND (s.session = known.session OR (known.session IS NULL AND known.event IS NULL))
JOIN incident_events AS last ON last.id = (SELECT max(e.id) FROM incident_events AS e WHERE e.incident = i.id)
WHERE i.audit = ? AND last.action = 'closed' AND s.id >= last.correction
    AND EXISTS (SELECT 1 FROM audits WHERE audits.id = i.audit AND {OF_THE_RECORD})
GROUP BY i.position ORDER BY i.position
"""
_incident = from_json(Incident)


class IncidentEvents:
    """Events by their incident."""

    def __init__(
        self, connections: Connections, sealed: Sealed, damage: Damage, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._damage = damage
        self._caller = caller

    def of(self, incident: str) -> list[IncidentEvent]:
        """Events of an incident, in their order."""
        found = _of(self._connections.db, incident)
        self._sealed.must_be_as_written("incident_events", ((each.id,) for each in found))
        return found

    def of_all(self, incidents: Iterable[str]) -> dict[str, list[IncidentEvent]]:
        """Events by incident id; incidents without any are left out."""
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE e.incident IN (SELECT value FROM json_each(?)) ORDER BY e.id",
            [encoded(list(incidents))],
        ).fetchall()
        found: dict[str, list[IncidentEvent]] = {}
        for row in rows:
            event = _event(self._connections.db, row)
            found.setdefault(event.incident, []).append(event)
        self._sealed.must_be_as_written("incident_events", ((row[0],) for row in rows))
        return found

    def latest(self) -> int:
        """Number of the last event, or 0."""
        count: int = self._connections.db.execute(
            "SELECT coalesce(max(id), 0) FROM incident_events"
        ).fetchone()[0]
        return count

    def answered(self) -> set[str]:
        """Ids of incidents ever answered, in the caller's rooms."""
        seen, rooms = self._caller.where("room")
        sql = f"SELECT DISTINCT incident FROM incident_events WHERE action = 'answered' AND {seen}"
        return {incident for (incident,) in self._connections.db.execute(sql, rooms)}

    def by_kind(self) -> list[tuple[str, str, str, str, IncidentAction, str]]:
        """(room, code, clause, incident, action, time) of answers and closings in the caller's rooms."""
        seen, rooms = self._caller.where("i.room")
        return self._connections.db.execute(
            "SELECT i.room, i.code, i.clause, e.incident, e.action, e.at FROM incident_events AS e JOIN room_incidents AS i "
            f"ON i.incident = e.incident WHERE e.action IN ('answered', 'closed') AND {seen} ORDER BY e.id",
            rooms,
        ).fetchall()

    def body(self, sha256: str) -> bytes:
        """Bytes of an attached file. Raises KeyError where purged, DocumentDamaged where altered."""
        row = self._connections.db.execute(
            "SELECT body FROM attachments WHERE sha256 = ? AND length(body) > 0", [sha256]
        ).fetchone()
        if row is None:
            raise KeyError(sha256)
        body = bytes(row[0])
        found = hashlib.sha256(body).hexdigest()
        if found != sha256:
            words = (
                f"A file that was attached to an answer is no longer what was sent: its SHA-256 was {sha256} and is now {found}. "
                "Restore the store from a backup."
            )
            self._damage.note("attachments", sha256, words)
            raise DocumentDamaged(words)
        return body

    def add(self, room: str, incident: str, step: Step, at: str, seen: IncidentRow | None) -> None:
        """Record a step, which ``step`` makes of the incident as it is then.

        seen: the incident as the caller saw it; None permits any. Raises ChangedMeanwhile, LimitReached, DocumentDamaged, and
        what ``step`` raises.
        """
        with self._connections.writing() as db:
            record = stored_room_incidents.find(db, self._caller, room, incident)
            assert record is not None  # incidents of rooms stay
            if seen not in (None, record):
                raise ChangedMeanwhile
            event = step(record, stored_room_incidents.newest(db, incident), _of(db, incident))
            _insert(db, self._caller, room, incident, event, at)


def return_found_again(db: Database, audit: int, at: str) -> None:
    """Return an audit's incidents that were closed as removed by a correction, in the transaction that finishes it."""
    for room, incident, text, session in db.execute(_AGAIN, [audit]).fetchall():
        words = {"reason": f"A later log of the session has it again: session {session}, audit {audit}."}
        stated = stated_sha256(_incident(text))
        event = NewIncidentEvent("returned", audit, stated, None, words, correction=session)
        _insert(db, ITSELF, room, incident, event, at)


def stated_sha256(incident: Incident) -> str:
    """Digest of an incident's findings, hands, seats and money, whatever its wording."""
    stated = [
        sorted(incident.findings), sorted((each.session, each.hand) for each in incident.hands), sorted(incident.seats),
        incident.misallocated, incident.misrecorded,
        sorted((each.debtor or "", each.creditor or "", each.amount) for each in incident.owes),
    ]  # fmt: skip
    return hashlib.sha256(msgspec.json.encode(stated)).hexdigest()


def _insert(db: Database, caller: Caller, room: str, incident: str, event: NewIncidentEvent, at: str) -> None:
    words: dict[str, Any] = dict(event.words)
    if event.files:
        words[_NAMES] = [each.filename for each in event.files]
    text = encoded(words)
    number = db.execute(
        _INSERT,
        [
            at, room, incident, event.action, event.audit, event.stated_sha256, event.due,
            hashlib.sha256(text.encode()).hexdigest() if words else None, event.by, caller.key, event.correction,
        ],
    ).lastrowid  # fmt: skip
    assert number is not None  # it was an INSERT
    seal(db, "incident_events", number)
    if words:
        db.execute("INSERT INTO incident_words (event, words) VALUES (?, ?)", [number, text])
        seal(db, "incident_words", number)
    new = [keep_file(db, file, at) for file in event.files]
    if any(new):
        spend(db, caller, "", sum(new))
    for position, file in enumerate(event.files):
        db.execute(
            "INSERT INTO incident_files (event, position, sha256, media_type) VALUES (?, ?, ?, ?)",
            [number, position, file.sha256, file.media_type],
        )
        seal(db, "incident_files", number, position)
    append(db, f"incident.{event.action}", number)


def _of(db: Database, incident: str) -> list[IncidentEvent]:
    rows = db.execute(f"{_SELECT} WHERE e.incident = ? ORDER BY e.id", [incident]).fetchall()
    return [_event(db, row) for row in rows]


def _event(db: Database, row: tuple[Any, ...]) -> IncidentEvent:
    (
        number,
        at,
        room,
        incident,
        action,
        audit,
        stated,
        due,
        by,
        key,
        words_sha256,
        text,
        purged,
        correction,
    ) = row
    gone = words_sha256 is not None and text is None
    words: dict[str, Any] = msgspec.json.decode(text) if text is not None else {}
    files = db.execute(_FILES, [number]).fetchall()
    names = words.pop(_NAMES, [None] * len(files))
    attached = tuple(
        AttachedFile(sha256, size, kind, name)
        for (sha256, size, kind), name in zip(files, names, strict=True)
    )
    return IncidentEvent(
        number, at, room, incident, action, audit, stated, due, by, key, words, attached,
        stored_purges.read(purged) if gone else None, correction,
    )  # fmt: skip
