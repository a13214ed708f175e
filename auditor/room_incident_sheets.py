"""Incidents of a room as spreadsheet tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from auditor.incidents import RoomsIncident
from reports.incident_sheet import IncidentLine, incident_table
from reports.sheet_tables import SheetTable


def room_incident_table(incidents: Sequence[RoomsIncident], currencies: Mapping[str, str]) -> SheetTable:
    """Table of incidents in order. currencies: by the room's session ids."""
    return incident_table(_line(each, currencies.get(each.record.session or "")) for each in incidents)


def _line(found: RoomsIncident, currency: str | None) -> IncidentLine:
    record = found.record
    return IncidentLine(
        id=record.incident,
        room=record.room,
        incident=found.reported,
        code=record.code,
        clause=record.clause,
        day=record.day,
        session=record.session or record.event,
        table=found.table,
        currency=currency,
        players=found.players,
        state=found.state,
        due=found.due,
        overdue=found.overdue,
    )
