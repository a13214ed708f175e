"""Incidents of rooms, noted by a migration of before facts."""

from __future__ import annotations

from sqlite_utils import Database

from auditor.store.first_found import new_incidents

_INSERT = """
INSERT INTO room_incidents (audit, position, incident, room, session, day, code, clause) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_OF_EVENT = """
INSERT INTO room_incidents (audit, position, incident, room, session, day, code, clause, event)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def note_incidents(db: Database, audit: int) -> None:
    """Record the new incidents of an audit of before facts, in a migration."""
    for each in new_incidents(db, audit, None):
        values = [
            audit, each.position, each.incident, each.room, each.session, each.day, each.code, each.clause,
        ]  # fmt: skip
        db.execute(*(_INSERT, values) if each.event is None else (_INSERT_OF_EVENT, [*values, each.event]))
