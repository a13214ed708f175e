"""Lists of a room's incidents as files for spreadsheets."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import incident_schemas as schemas
from auditor.http.access_log import about
from auditor.http.blueprint import Blueprint
from auditor.http.context import service
from auditor.http.report_api import CSV_TYPE, csv_document, xlsx_document
from auditor.http.room_incidents_api import selection_of
from auditor.incident_selection import IncidentSelection
from auditor.room_incident_sheets import room_incident_table
from auditor.sheets_xlsx import XLSX_TYPE, xlsx_of
from reports.sheet_tables import SheetTable
from reports.spreadsheet import marked, table_csv

blueprint = Blueprint(
    "incident_lists",
    __name__,
    url_prefix="/v1/rooms/<room>",
    description="A room's incidents for spreadsheets",
)


@blueprint.route("/incidents.csv", methods=["GET"], access=("incidents", "read"))
@blueprint.arguments(schemas.RoomIncidentsFilter, location="query")
@blueprint.response(200, {"type": "string"}, content_type=CSV_TYPE)
@blueprint.problems(400, 403, 404, 410)
@blueprint.doc(operationId="getRoomIncidentsCsv")
def incidents_csv(query: dict[str, Any], room: str) -> Response:
    """A room's incidents for a spreadsheet, all of a selection: CSV (RFC 4180) with a header, UTF-8.

    Amounts are plain numbers in the currency that stands beside them, such as -2.00.
    """
    about(room=room)
    return incidents_csv_of(room, selection_of(query))


@blueprint.route("/incidents.xlsx", methods=["GET"], access=("incidents", "read"))
@blueprint.arguments(schemas.RoomIncidentsFilter, location="query")
@blueprint.files(XLSX_TYPE)
@blueprint.problems(400, 403, 404, 410)
@blueprint.doc(operationId="getRoomIncidentsXlsx")
def incidents_xlsx(query: dict[str, Any], room: str) -> Response:
    """The same as a workbook: headings that stay in view, filters, dates and amounts as such."""
    about(room=room)
    return incidents_xlsx_of(room, selection_of(query))


def incidents_csv_of(room: str, wanted: IncidentSelection, *, mark: bool = False) -> Response:
    """A selection as CSV. mark: with a byte-order mark. Raises NoSuchRoom."""
    lines = table_csv(_table(room, wanted))
    return csv_document(marked(lines) if mark else lines, f"{_plain(room)}-incidents.csv")


def incidents_xlsx_of(room: str, wanted: IncidentSelection) -> Response:
    """A selection as a workbook. Raises NoSuchRoom."""
    return xlsx_document(xlsx_of([_table(room, wanted)]), f"{_plain(room)}-incidents.xlsx")


def _table(room: str, wanted: IncidentSelection) -> SheetTable:
    found = service().incidents.every(room, wanted)
    sessions = {each.record.session for each in found if each.record.session}
    return room_incident_table(found, service().sessions.currencies(room, sessions))


def _plain(room: str) -> str:
    """A room's id as the beginning of a file name."""
    return "".join(each if each.isascii() and (each.isalnum() or each in "._-") else "_" for each in room)
