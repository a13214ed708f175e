"""The incidents of a room as tables for spreadsheets, with what became of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from auditor.incidents import RoomsIncident
from reports.incident_sheet import IncidentLine, incident_table
from reports.sheet_tables import SheetTable


def room_incident_table(incidents: Sequence[RoomsIncident], currencies: Mapping[str, str]) -> SheetTable:
    """Some incidents in their order. currencies: of the sessions, by the room's ids of these."""
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
