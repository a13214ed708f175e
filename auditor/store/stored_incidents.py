"""Incidents of audits, a row each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.documents.document_rows import IncidentRow, sessions_of_incidents
from auditor.store.rows import IncidentFilter, Page, encoded
from rules.findings.written import json_text
from rules.results import Audit, Incident
from rules.typed import from_json

AT_ONCE = 500
# State of a room's incident: open, or its last step.
_IN_STATE = """
EXISTS (SELECT 1 FROM room_incidents AS known WHERE known.incident = incidents.id) AND coalesce((
    SELECT action FROM incident_events AS e WHERE e.incident = incidents.id ORDER BY e.id DESC LIMIT 1
), 'open') IN (SELECT value FROM json_each(?))
"""
_incident = from_json(Incident)
_INSERT = """
INSERT INTO incidents (audit, position, session, id, area, severity, pattern, incident) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""


class IncidentRows:
    """Incidents, read back."""

    def __init__(
        self,
        connections: Connections,
        must_be_whole: Callable[..., None],
        must_be_kept: Callable[[int], None],
    ) -> None:
        self._connections = connections
        self._must_be_kept = must_be_kept  # raises ResultPurged
        self._must_be_whole = must_be_whole  # raises ResultDamaged

    def page(
        self, audit: int, wanted: IncidentFilter, page: Page
    ) -> tuple[list[tuple[int | None, Incident]], int]:
        """Page of an audit's incidents in order, with sessions' numbers, and the total."""
        where, values = _where(audit, wanted)
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM incidents WHERE {where}", values).fetchone()
            rows = db.execute(
                f"SELECT position, session, incident FROM incidents WHERE {where} ORDER BY position LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            ).fetchall()
        self._must_be_whole("incidents", audit, [row[0] for row in rows])
        return [(session, _incident(reported)) for _, session, reported in rows], total

    def ids(self, audit: int) -> set[str]:
        """The ids of an audit's incidents."""
        rows = self._connections.db.execute("SELECT id FROM incidents WHERE audit = ?", [audit])
        return {incident for (incident,) in rows}

    def every(
        self, audit: int, wanted: IncidentFilter | None = None
    ) -> Iterator[tuple[int | None, Incident]]:
        """Incidents of an audit in order, read in batches. Raises ResultDamaged before the first."""
        self._must_be_whole("incidents", audit)
        return self._every(audit, wanted)

    def _every(
        self, audit: int, wanted: IncidentFilter | None = None
    ) -> Iterator[tuple[int | None, Incident]]:
        where, values = _where(audit, wanted or IncidentFilter())
        after = -1
        while True:
            rows = self._connections.db.execute(
                f"SELECT position, session, incident FROM incidents WHERE {where} AND position > ? ORDER BY "
                "position LIMIT ?",
                [*values, after, AT_ONCE],
            ).fetchall()
            for _, session, reported in rows:
                yield session, _incident(reported)
            if len(rows) < AT_ONCE:
                self._must_be_kept(audit)
                return
            after = rows[-1][0]


def incident_rows(audit: Audit, sessions: Mapping[tuple[str, str], int]) -> list[tuple[Any, ...]]:
    """Rows of an audit's incidents, made before the transaction. sessions: ids by (room, name)."""
    return rows_of_incidents(zip(sessions_of_incidents(audit, sessions), audit.incidents or [], strict=True))


def rows_of_incidents(incidents: Iterable[IncidentRow]) -> list[tuple[Any, ...]]:
    """Rows of incidents, each with its session, in order."""
    return [
        (position, session, each.id, each.area, each.severity, int(each.pattern), json_text(each).decode())
        for position, (session, each) in enumerate(incidents)
    ]


def insert_incidents(db: Database, number: int, rows: Iterable[tuple[Any, ...]]) -> None:
    """Write an audit's incidents, as `incident_rows` makes them."""
    db.conn.executemany(_INSERT, ((number, *row) for row in rows))


def _where(audit: int, wanted: IncidentFilter) -> tuple[str, list[Any]]:
    parts: list[str] = ["audit = ?"]
    values: list[Any] = [audit]
    for sql, several in (
        ("area IN (SELECT value FROM json_each(?))", wanted.areas),
        ("severity IN (SELECT value FROM json_each(?))", wanted.severities),
    ):
        if several:
            parts.append(sql)
            values.append(encoded(several))
    for sql, value in (("pattern = ?", wanted.pattern), ("session = ?", wanted.session)):
        if value is not None:
            parts.append(sql)
            values.append(int(value))
    if wanted.states:
        parts.append(_IN_STATE)
        values.append(encoded(wanted.states))
    return " AND ".join(parts), values
