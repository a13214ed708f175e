"""Incidents of rooms, noted when an audit of the record first finds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlite_utils import Database

from auditor.facts.kinds.facts_of_audits import NewIncidentOnRecord
from auditor.store.stored_fact_tables import has_column
from rules.audit.incidents.builder import LOST, lost_id
from rules.results import Incident
from rules.typed import from_json

_incident = from_json(Incident)
_Place = tuple[str, str | None, str]  # room, session, gaming day
# What-ifs and repeated audits are no facts about the room.
OF_THE_RECORD = """coalesce(CAST(json_extract(knowledge, '$.as_if') AS BIGINT), 0) = 0
    AND coalesce(json_extract(request, '$.known'), '') != 'then'"""
_FOUND = """
SELECT i.position, i.id, coalesce(json_extract(i.incident, '$.day'), s.day), json_extract(i.incident, '$.clause'),
    json_extract(i.incident, '$.root'), s.room, s.session, i.session IS NULL AND json_extract(i.incident, '$.day') IS NOT NULL
FROM incidents AS i LEFT JOIN sessions AS s ON s.id = i.session
WHERE i.audit = ? AND NOT EXISTS (SELECT 1 FROM room_incidents AS known WHERE known.incident = i.id) ORDER BY i.position
"""
_TEXT = "SELECT incident FROM incidents WHERE audit = ? AND position = ?"
_CODES = """
SELECT fingerprint, code FROM findings WHERE audit = ?1 AND fingerprint IN
    (SELECT json_extract(incident, '$.root') FROM incidents WHERE audit = ?1)
"""
_PLAYED = """
SELECT s.session, s.room, s.day FROM audit_sessions AS part JOIN sessions AS s ON s.id = part.session
WHERE part.audit = ? AND part.what_if = 0
"""
# Name of an event, and the day of its start, else of its file's arrival.
_EVENT = """
SELECT f.kind || ' ' || f.name, coalesce(f.day, substr(f.received_at, 1, 10))
FROM audits AS a JOIN event_files AS f ON f.id = a.event WHERE a.id = ?
"""


def new_incidents(db: Database, audit: int, codes: Mapping[str, str] | None) -> list[NewIncidentOnRecord]:
    """Incidents of rooms that an audit found first, in the transaction that finishes it. codes: of findings that are roots, by
    fingerprint; None: those of rows of before documents.
    """
    if db.execute(f"SELECT 1 FROM audits WHERE id = ? AND {OF_THE_RECORD}", [audit]).fetchone() is None:
        return []
    found = db.execute(_FOUND, [audit]).fetchall()
    if not found:
        return []
    if codes is None:
        codes = dict(db.execute(_CODES, [audit]).fetchall())
    played = db.execute(_PLAYED, [audit]).fetchall()
    (of_room,) = db.execute("SELECT room FROM audits WHERE id = ?", [audit]).fetchone()
    names = {(room, session) for session, room, _ in played}
    event = _event(db, audit)
    place: _Place | None
    new: list[NewIncidentOnRecord] = []
    for position, incident, day, clause, root, room, session, of_day in found:
        if event is not None:
            place = of_room, None, event[1]
        elif of_day:
            place = of_room, None, day
        elif session is None:
            (text,) = db.execute(_TEXT, [audit, position]).fetchone()
            place = of_lost(_incident(text), played)
        else:
            place = (room, session, day) if (room, session) in names else None
        if place is not None and place[0] is not None:
            about: dict[str, Any] = {
                "position": position,
                "incident": incident,
                "code": codes.get(root, LOST),
                "clause": clause,
            }
            where: dict[str, Any] = {"room": place[0], "session": place[1], "day": place[2]}
            new.append(NewIncidentOnRecord(event=None if event is None else event[0], **about, **where))
    return new


def _event(db: Database, audit: int) -> tuple[str, str] | None:
    found = db.execute(_EVENT, [audit]).fetchone() if has_column(db, "audits", "event") else None
    return (found[0], found[1]) if found else None


def of_lost(reported: Incident, played: Sequence[tuple[str, str, str]]) -> tuple[str, str, str] | None:
    """Room, session and day of lost money without a finding; rooms may share a session's name.

    played: (session, room, day) of the audit's sessions.
    """
    names = {each.session for each in reported.hands}
    rooms: list[tuple[str, str, str]] = [
        (room, session, day) for session, room, day in played if session in names
    ]
    ids = (
        {lost_id(room, session, each.hand, seat) for each in reported.hands for seat in reported.seats[:1]}
        for room, session, _ in rooms
    )
    exact = [place for place, possible in zip(rooms, ids, strict=True) if reported.id in possible]
    return next(iter(exact or rooms), None)
