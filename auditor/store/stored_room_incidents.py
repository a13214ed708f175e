"""Incidents of rooms, each by its first audit, and which of them the record has now.

The record is a night's: the newest finished audit of each current session and gaming day, without what-ifs and repeated audits.
An incident of a superseded log stays its room's until closed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlite_utils import Database

from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.first_found import OF_THE_RECORD
from auditor.store.incident_rows import IncidentRow, LastStep, ReportedIncident
from auditor.store.rows import IncidentState, encoded
from auditor.store.sealed import Sealed
from rules.results import Incident, Severity
from rules.typed import from_json

_incident = from_json(Incident)
# Newest audits of some incidents' sessions or days, by room and place. CROSS JOIN begins with these, however long the record.
_NEWEST = f"""
WITH newest (room, place, audit) AS MATERIALIZED (
    SELECT s.room, 'session ' || s.session, max(audits.id)
    FROM (SELECT DISTINCT i.room, i.session FROM room_incidents AS i WHERE {{those}}) AS named
    CROSS JOIN sessions AS s CROSS JOIN audit_sessions AS part CROSS JOIN audits
    WHERE s.room = named.room AND s.session = named.session AND part.session = s.id AND audits.id = part.audit
        AND NOT EXISTS (SELECT 1 FROM sessions AS newer WHERE newer.supersedes = s.id)
        AND audits.finish IS NOT NULL AND {OF_THE_RECORD} AND (audits.ruleset IS NULL OR audits.ruleset = s.ruleset)
    GROUP BY s.id, s.room, s.session
    UNION ALL
    SELECT audits.room, 'day ' || audits.day, max(audits.id)
    FROM (SELECT DISTINCT i.room, i.day FROM room_incidents AS i
        WHERE {{those}} AND i.session IS NULL AND i.event IS NULL) AS named
    CROSS JOIN audits WHERE audits.room = named.room AND audits.day = named.day AND audits.finish IS NOT NULL
        AND {OF_THE_RECORD} GROUP BY audits.room, audits.day
    UNION ALL
    SELECT f.room, named.event, max(audits.id)
    FROM (SELECT DISTINCT i.room, i.event FROM room_incidents AS i WHERE {{those}} AND i.event IS NOT NULL) AS named
    CROSS JOIN event_files AS f CROSS JOIN audits
    WHERE f.room = named.room AND f.kind || ' ' || f.name = named.event AND audits.event = f.id
        AND audits.finish IS NOT NULL AND {OF_THE_RECORD} GROUP BY f.room, named.event
)
"""
# A session's incident: last superseded log with it, and that log's newest audit.
_OF_SESSION = f"""
SELECT {{what}} FROM sessions AS old JOIN sessions AS corrected ON corrected.supersedes = old.id
JOIN incidents AS was ON was.id = i.incident AND was.audit = (
    SELECT max(audits.id) FROM audit_sessions AS part JOIN audits ON audits.id = part.audit WHERE part.session = old.id
        AND audits.finish IS NOT NULL AND {OF_THE_RECORD} AND (audits.ruleset IS NULL OR audits.ruleset = old.ruleset))
WHERE old.room = i.room AND old.session = i.session AND i.event IS NULL ORDER BY old.id DESC LIMIT 1
"""
# A whole day's incident: the day's last audit with it, if the next one has a correction of a log.
_OF_DAY = f"""
SELECT {{what}} FROM incidents AS was JOIN audit_sessions AS part ON part.audit = (
    SELECT min(audits.id) FROM audits WHERE audits.room = i.room AND audits.day = i.day AND audits.finish IS NOT NULL
        AND {OF_THE_RECORD} AND audits.id > was.audit)
JOIN sessions AS corrected ON corrected.id = part.session AND corrected.supersedes IS NOT NULL
WHERE i.session IS NULL AND i.event IS NULL AND was.id = i.incident AND was.audit = (
    SELECT max(audits.id) FROM audits JOIN incidents AS every ON every.audit = audits.id AND every.id = i.incident
        WHERE audits.room = i.room AND audits.day = i.day AND audits.finish IS NOT NULL AND {OF_THE_RECORD})
    AND EXISTS (SELECT 1 FROM audit_sessions AS before JOIN sessions AS old ON old.id = before.session
        WHERE before.audit = was.audit AND old.room = corrected.room AND old.session = corrected.session
        AND old.id < corrected.id)
ORDER BY corrected.id LIMIT 1
"""
_HERE = "SELECT here.audit FROM incidents AS here WHERE here.id = i.incident AND here.audit = newest.audit"
# Origin of an incident: event, whole day, or session.
PLACE = """
CASE WHEN i.event IS NOT NULL THEN i.event WHEN i.session IS NULL THEN 'day ' || i.day ELSE 'session ' || i.session END
"""


def held(what: str) -> str:
    """SQL: something of a removed incident `i` from the session `corrected` or the row `was`."""
    return f"coalesce(({_OF_SESSION.format(what=what)}), ({_OF_DAY.format(what=what)}))"


_SELECT = f"""
SELECT i.incident, i.room, i.session, i.event, i.day, i.code, i.clause, i.audit, first.finished_at,
    ({_HERE}),
    (SELECT e.id FROM incident_events AS e WHERE e.incident = i.incident ORDER BY e.id DESC LIMIT 1),
    CASE WHEN NOT EXISTS ({_HERE}) THEN {held("corrected.id")} END
FROM room_incidents AS i JOIN audits AS first ON first.id = i.audit
LEFT JOIN newest ON newest.room = i.room
    AND newest.place = {PLACE}
"""
# State: the last step.
_STATE = """
coalesce((SELECT e.action FROM incident_events AS e WHERE e.incident = i.incident ORDER BY e.id DESC LIMIT 1), 'open')
"""
_COUNTED = f"""
SELECT room, state, count(*), count(CASE WHEN removed THEN 1 END) FROM (
    SELECT i.room AS room, {_STATE} AS state, EXISTS ({_HERE}) AS here,
        EXISTS (SELECT 1 FROM incident_events AS e WHERE e.incident = i.incident) AS done,
        CASE WHEN NOT EXISTS ({_HERE}) THEN {held("corrected.id")} END IS NOT NULL AS removed
    FROM room_incidents AS i LEFT JOIN newest ON newest.room = i.room AND newest.place = {PLACE} WHERE {{those}}
) AS found WHERE here OR done OR removed GROUP BY 1, 2
"""
_SEVERITIES = """
SELECT here.id, here.severity FROM json_each(?) AS pair CROSS JOIN incidents AS here
WHERE here.id = json_extract(pair.value, '$[0]') AND here.audit = CAST(json_extract(pair.value, '$[1]') AS BIGINT)
"""
_LAST = f"""
SELECT incidents.audit, incidents.position FROM incidents JOIN audits ON audits.id = incidents.audit
WHERE incidents.id = ? AND audits.finish IS NOT NULL AND {OF_THE_RECORD} ORDER BY incidents.audit DESC LIMIT 1
"""
_REPORTED = f"""
SELECT last.id, last.audit, incidents.position, incidents.incident
FROM (SELECT incidents.id, max(incidents.audit) AS audit
    FROM json_each(?) AS wanted JOIN incidents ON incidents.id = wanted.value JOIN audits ON audits.id = incidents.audit
    WHERE audits.finish IS NOT NULL AND {OF_THE_RECORD} GROUP BY incidents.id) AS last
JOIN incidents ON incidents.id = last.id AND incidents.audit = last.audit
"""
_STEPS = """
SELECT i.incident, i.room, i.day, i.audit, first.finished_at, last.id, last.action, last.at
FROM room_incidents AS i JOIN audits AS first ON first.id = i.audit
LEFT JOIN incident_events AS last
    ON last.id = (SELECT max(e.id) FROM incident_events AS e WHERE e.incident = i.incident)
WHERE i.incident IN (SELECT value FROM json_each(?))
"""


class CountedIncidents(NamedTuple):
    """Number of a room's incidents in a state. removed: of these, by corrections."""

    room: str
    state: IncidentState
    incidents: int
    removed: int


class RoomIncidents:
    """Incidents of the caller's rooms."""

    def __init__(self, connections: Connections, sealed: Sealed, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._sealed = sealed
        self._caller = caller

    def get(self, room: str, incident: str) -> IncidentRow | None:
        """A room's incident, or None."""
        found = find(self._connections.db, self._caller, room, incident)
        self._must_be_as_written([found] if found else [])
        return found

    def _must_be_as_written(self, found: list[IncidentRow]) -> None:
        """Raise RecordDamaged where an incident, its steps, an audit that has it, or the log that removed it was altered."""
        self._sealed.must_be_as_written("room_incidents", ((each.incident,) for each in found))
        self._sealed.must_have_all_steps(each.incident for each in found)
        for subject, keys in rests_on(found):
            self._sealed.must_be_as_written(subject, keys)

    def all(self, room: str | None = None) -> list[IncidentRow]:
        """Incidents that the record has, that corrections removed, or with steps; by day, then discovery."""
        return self._read(*_seen(self._caller, room))

    def in_states(self, states: Collection[IncidentState], room: str | None = None) -> list[IncidentRow]:
        """Those of `all` in some states, in time proportional to their number."""
        return self._read(*_in_states(states, *_seen(self._caller, room)))

    def counted(self, states: Collection[IncidentState]) -> list[CountedIncidents]:
        """Numbers of `in_states` by room and state, without comparing rows."""
        those, values = _in_states(states, *_seen(self._caller, None))
        rows = self._connections.db.execute(f"{newest_of(those)} {_COUNTED.format(those=those)}", values * 4)
        return [CountedIncidents(*row) for row in rows]

    def severities(self, found: Collection[IncidentRow]) -> dict[str, Severity]:
        """Severities in the newest audits."""
        pairs = [(each.incident, each.now) for each in found if each.now is not None]
        rows = self._connections.db.execute(_SEVERITIES, [encoded(pairs)])
        return dict(rows.fetchall())

    def _read(self, those: str, values: list[Any]) -> list[IncidentRow]:
        rows = self._connections.db.execute(
            f"{newest_of(those)} {_SELECT} WHERE {those} ORDER BY i.day, i.audit, i.position", values * 4
        )
        found = [IncidentRow(*row) for row in rows]
        self._must_be_as_written(found)
        return [each for each in found if {each.now, each.last_event, each.removed_by} != {None}]

    def last_steps(self, incidents: Collection[str]) -> dict[str, LastStep]:
        """Incidents of the caller's rooms with their last steps, by id."""
        rows = self._connections.db.execute(_STEPS, [encoded(list(incidents))])
        found = {row[0]: LastStep(*row) for row in rows if self._caller.sees(row[1])}
        steps = [each.event for each in found.values() if each.event is not None]
        self._sealed.must_be_as_written("room_incidents", ((each,) for each in found))
        self._sealed.must_be_as_written(
            "audits", ((each,) for each in {step.audit for step in found.values()})
        )
        self._sealed.must_have_all_steps(found)
        self._sealed.must_be_as_written("incident_events", ((event,) for event in steps))
        return found

    def newest(self, incident: str) -> Incident | None:
        """An incident in the record's newest audit; None where purged."""
        found = newest(self._connections.db, incident)
        return found[1] if found else None

    def reported(self, incidents: Collection[str]) -> dict[str, ReportedIncident]:
        """Incidents in their newest audits, by id; without purged ones."""
        rows = self._connections.db.execute(_REPORTED, [encoded(list(incidents))])
        return {id_: ReportedIncident(audit, at, _incident(text)) for id_, audit, at, text in rows}

    def place(self, incident: str) -> tuple[int, int] | None:
        """Newest audit of an incident, and its position there."""
        return place(self._connections.db, incident)


def newest_of(those: str) -> str:
    """SQL of the record's newest audits, `newest (room, place, audit)`, of some incidents.

    those: condition on `room_incidents AS i`; bind its values three times.
    """
    return _NEWEST.format(those=those)


def find(db: Database, caller: Caller, room: str, incident: str) -> IncidentRow | None:
    """A room's incident that a caller sees, within a transaction."""
    if not caller.sees(room):
        return None
    one = "i.incident = ? AND i.room = ?"
    row = db.execute(f"{newest_of(one)} {_SELECT} WHERE {one}", [incident, room] * 4).fetchone()
    return IncidentRow(*row) if row else None


def rests_on(found: Collection[IncidentRow]) -> list[tuple[str, list[tuple[int]]]]:
    """Tables and keys of the audits and the correcting logs that incidents are read with."""
    audits = {each for row in found for each in (row.audit, row.now) if each is not None}
    corrected = {row.removed_by for row in found if row.removed_by is not None}
    return [
        ("audits", [(each,) for each in sorted(audits)]),
        ("sessions", [(each,) for each in sorted(corrected)]),
    ]


def place(db: Database, incident: str) -> tuple[int, int] | None:
    """Newest audit of an incident, and its position there, within a transaction."""
    row = db.execute(_LAST, [incident]).fetchone()
    return (row[0], row[1]) if row else None


def newest(db: Database, incident: str) -> tuple[int, Incident] | None:
    """Newest audit of an incident with the incident, within a transaction."""
    row = place(db, incident)
    if row is None:
        return None
    (text,) = db.execute("SELECT incident FROM incidents WHERE audit = ? AND position = ?", row).fetchone()
    return row[0], _incident(text)


def _in_states(states: Collection[IncidentState], seen: str, values: list[Any]) -> tuple[str, list[Any]]:
    return f"{seen} AND {_STATE} IN (SELECT value FROM json_each(?))", [*values, encoded(list(states))]


def _seen(caller: Caller, room: str | None) -> tuple[str, list[Any]]:
    if room is not None:
        return "i.room = ?", [room if caller.sees(room) else ""]
    return caller.where("i.room")
