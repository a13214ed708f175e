"""Incidents that need somebody: to answer, to decide, critical, and by clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from auditor.home.sections import MOST, ClauseIncidents, HomeSection, first
from auditor.incident_selection import IncidentStanding
from auditor.incidents import WAITING, Incidents, RoomsIncident
from auditor.store.rows import IncidentState
from rules.clauses import catalogue
from rules.results import SEVERITIES, Severity

_LAST = "9999"  # after every day on which something is due
_UNKNOWN = len(SEVERITIES)
UNDECIDED: tuple[IncidentState, ...] = (*WAITING, "answered")


class WaitingIncidents:
    """Open incidents at a time, read once."""

    def __init__(self, incidents: Incidents, states: Sequence[IncidentState], at: str) -> None:
        self._incidents = incidents
        self._found = incidents.standings(states, at=at)
        self._severities = incidents.severities(self._found)

    def answers(self) -> HomeSection[RoomsIncident]:
        """Incidents that await the room, soonest due first."""
        return self._part(
            soonest_first([each for each in self._found if each.state in WAITING], self._severities)
        )

    def decisions(self) -> HomeSection[RoomsIncident]:
        """Answered ones, and those removed by a correction, for the authority; gravest first."""
        found = [
            each for each in self._found if each.state == "answered" or each.record.removed_by is not None
        ]
        return self._part(sorted(found, key=lambda each: (_rank(self._severity(each)), each.record.day)))

    def critical(self) -> HomeSection[RoomsIncident]:
        """Unanswered critical ones of the record, newest first."""
        found = [each for each in self._found if self._is_critical(each)]
        return self._part(sorted(found, key=lambda each: each.record.found_at, reverse=True))

    def _is_critical(self, standing: IncidentStanding) -> bool:
        of_record = standing.state == "open" and standing.record.removed_by is None
        return of_record and self._severity(standing) == SEVERITIES[0]

    def clauses(self) -> HomeSection[ClauseIncidents]:
        """All by clause, gravest first, then most."""
        by_clause: dict[str, list[IncidentStanding]] = {}
        for each in self._found:
            by_clause.setdefault(each.record.clause, []).append(each)
        rows = [self._of_clause(clause, found) for clause, found in by_clause.items()]
        rows.sort(key=lambda row: (_rank(row.worst), -row.waiting - row.answered, row.clause))
        return first(rows)

    def _of_clause(self, clause: str, found: Sequence[IncidentStanding]) -> ClauseIncidents:
        entry = catalogue().get(clause)
        rooms: dict[str, int] = {}
        for each in found:
            rooms[each.record.room] = rooms.get(each.record.room, 0) + 1
        answered = sum(each.state == "answered" for each in found)
        worst = min(map(self._severity, found), key=_rank)
        return ClauseIncidents(
            clause, entry.statement if entry else None, worst, len(found) - answered, answered, rooms
        )

    def _part(self, found: Sequence[IncidentStanding]) -> HomeSection[RoomsIncident]:
        return HomeSection(self._incidents.shown(found[:MOST]), len(found))

    def _severity(self, standing: IncidentStanding) -> Severity | None:
        return self._severities.get(standing.record.incident)


def soonest_first(
    found: Sequence[IncidentStanding], severities: Mapping[str, Severity]
) -> list[IncidentStanding]:
    """Incidents by due day (none last), then severity, then gaming day. severities: by id."""
    return sorted(
        found,
        key=lambda each: (each.due or _LAST, _rank(severities.get(each.record.incident)), each.record.day),
    )


def _rank(severity: Severity | None) -> int:
    return _UNKNOWN if severity is None else SEVERITIES.index(severity)
