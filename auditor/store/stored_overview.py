"""Gaming days of rooms in numbers, from current sessions and their newest audits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from msgspec import Struct, field

from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.rows import IncidentState
from auditor.store.sealed import Sealed
from auditor.store.stored_results import ResultRows
from auditor.store.stored_room_incidents import PLACE, held, newest_of
from auditor.store.stored_sessions import AUDITED, CURRENT
from rules.results import Severity

_SESSIONS = f"""
SELECT s.id, s.room, s.day, s.hands, {AUDITED}
FROM sessions AS s WHERE {{seen}} AND s.day BETWEEN ? AND ? AND {CURRENT}
"""
_WITH_LOG = f"""
SELECT min(s.id), s.room, s.day FROM sessions AS s WHERE {{seen}} AND s.day BETWEEN ? AND ? AND {CURRENT} GROUP BY s.room, s.day
"""
_INCIDENTS = """
SELECT i.audit, newest.audit, i.room, i.day, here.severity,
    (SELECT currency FROM sessions WHERE sessions.id = here.session),
    CAST(json_extract(here.incident, '$.misallocated') AS BIGINT), last.id, last.action, here.session,
    i.incident
FROM room_incidents AS i
CROSS JOIN newest CROSS JOIN incidents AS here
LEFT JOIN incident_events AS last ON last.id = (SELECT max(e.id) FROM incident_events AS e WHERE e.incident = i.incident)
WHERE newest.room = i.room AND newest.place = {place} AND here.id = i.incident AND here.audit = newest.audit AND {those}
"""
# Removed by a correction and not closed: they still wait, but their money no longer counts.
_REMOVED = f"""
SELECT i.audit, was.audit, i.room, i.day, was.severity, NULL, NULL, last.id, last.action, NULL, i.incident
FROM room_incidents AS i LEFT JOIN newest ON newest.room = i.room AND newest.place = {PLACE}
CROSS JOIN incidents AS was
LEFT JOIN incident_events AS last ON last.id = (SELECT max(e.id) FROM incident_events AS e WHERE e.incident = i.incident)
WHERE was.id = i.incident AND was.audit = {held("was.audit")} AND {{those}} AND coalesce(last.action, 'open') != 'closed'
    AND NOT EXISTS (SELECT 1 FROM incidents AS here WHERE here.id = i.incident AND here.audit = newest.audit)
"""


class _Incident(NamedTuple):
    severity: Severity
    state: IncidentState
    currency: str | None
    misallocated: int | None


class DayIncidents(Struct):
    """Incidents of a gaming day.

    severities, states: numbers. misallocated: minor units by currency.
    """

    severities: dict[Severity, int] = field(default_factory=dict)
    states: dict[IncidentState, int] = field(default_factory=dict)
    misallocated: dict[str, int] = field(default_factory=dict)

    @property
    def incidents(self) -> int:
        """Number of incidents of the day."""
        return sum(self.severities.values())

    @property
    def unanswered(self) -> int:
        """Number of incidents that await the room."""
        return self.states.get("open", 0) + self.states.get("returned", 0)

    def add(self, incident: _Incident) -> None:
        """A further incident."""
        severity, state, currency, money = incident
        self.severities[severity] = self.severities.get(severity, 0) + 1
        self.states[state] = self.states.get(state, 0) + 1
        if money and currency:
            self.misallocated[currency] = self.misallocated.get(currency, 0) + money


class DayNumbers(DayIncidents):
    """A gaming day of a room. sessions: opened on it; waiting: those unaudited."""

    sessions: int = 0
    hands: int = 0
    waiting: int = 0


class OverviewRows:
    """Gaming days in numbers, of the caller's rooms."""

    def __init__(
        self, connections: Connections, sealed: Sealed, results: ResultRows, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._results = results
        self._caller = caller

    def days(
        self, first: dt.date, last: dt.date, room: str | None = None
    ) -> dict[tuple[str, str], DayNumbers]:
        """Days with a session or incident, by (room, day). Raises RecordDamaged, ResultDamaged."""
        found: dict[tuple[str, str], DayNumbers] = {}
        read = self._add_sessions(found, first.isoformat(), last.isoformat(), room)
        for day, incident in self._incidents(first.isoformat(), last.isoformat(), room, read):
            found.setdefault(day, DayNumbers()).add(incident)
        return found

    def incidents(self, first: dt.date, last: dt.date) -> dict[tuple[str, str], DayIncidents]:
        """Incidents of such days, without counting sessions and so with few reads. Raises RecordDamaged, ResultDamaged."""
        found: dict[tuple[str, str], DayIncidents] = {}
        for day, incident in self._incidents(first.isoformat(), last.isoformat()):
            found.setdefault(day, DayIncidents()).add(incident)
        for room, days in self.with_log(first, last, known=found).items():
            found |= {(room, day): DayIncidents() for day in days}
        return found

    def with_log(
        self,
        first: dt.date,
        last: dt.date,
        room: str | None = None,
        known: Collection[tuple[str, str]] = (),
        *,
        checked: bool = True,
    ) -> dict[str, set[str]]:
        """Gaming days with a log, by room. known: (room, day) to leave out.

        checked: compare a session of each with its seal, unnecessary for a number beside a link. Raises RecordDamaged.
        """
        seen, values = self._seen("s.room", room)
        rows = self._connections.db.execute(
            _WITH_LOG.format(seen=seen), [*values, first.isoformat(), last.isoformat()]
        ).fetchall()
        rows = [row for row in rows if row[1:] not in known]
        if checked:
            self._sealed.must_be_as_written("sessions", ((number,) for number, _, _ in rows))
        found: dict[str, set[str]] = {}
        for _, of, day in rows:
            found.setdefault(of, set()).add(day)
        return found

    def _seen(self, column: str, room: str | None) -> tuple[str, list[Any]]:
        if room is None:
            return self._caller.where(column)
        return f"{column} = ?", [room if self._caller.sees(room) else ""]

    def _add_sessions(
        self, found: dict[tuple[str, str], DayNumbers], first: str, last: str, room: str | None
    ) -> set[int]:
        """Count the days' sessions; returns the numbers of those read."""
        seen, values = self._seen("s.room", room)
        rows = self._connections.db.execute(_SESSIONS.format(seen=seen), [*values, first, last]).fetchall()
        self._sealed.must_be_as_written("sessions", ((row[0],) for row in rows))
        for _, room, day, hands, audited in rows:
            numbers = found.get((room, day))
            if numbers is None:
                numbers = found[room, day] = DayNumbers()
            numbers.sessions += 1
            numbers.hands += hands
            numbers.waiting += not audited
        return {row[0] for row in rows}

    def _incidents(
        self, first: str, last: str, room: str | None = None, read: Collection[int] = ()
    ) -> Iterator[tuple[tuple[str, str], _Incident]]:
        """Incidents of some days, with (room, day).

        read: sessions known to be whole; others with money are checked.
        """
        seen, values = self._seen("i.room || ''", room)  # no column: incidents are found by their day
        those = f"{seen} AND i.day BETWEEN ? AND ?"
        rows = self._connections.db.execute(
            f"{newest_of(those)} {_INCIDENTS.format(those=those, place=PLACE)} UNION ALL {_REMOVED.format(those=those)}",
            [*values, first, last] * 5,
        ).fetchall()
        self._sealed.must_be_as_written("room_incidents", ((row[10],) for row in rows))
        self._sealed.must_have_all_steps(row[10] for row in rows)
        self._sealed.must_be_as_written("incident_events", ((row[7],) for row in rows if row[7] is not None))
        self._results.must_all_be_whole("incidents", {row[1] for row in rows})
        priced = {row[9] for row in rows if row[6] and row[9] is not None}
        self._sealed.must_be_as_written("sessions", ((each,) for each in priced.difference(read)))
        for _, _, of, day, severity, currency, money, _, action, _, _ in rows:
            yield (of, day), _Incident(severity, action or "open", currency, money)
