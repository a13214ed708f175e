"""/v1/rooms/{room}/template.xlsx: the workbook that a room's staff fill in."""

from __future__ import annotations

import re
from typing import Any

from flask import Response

from auditor.http import room_schemas as schemas
from auditor.http.context import service
from auditor.http.room_api import blueprint
from auditor.importing.workbook.workbook_importer import XLSX_TYPE


@blueprint.route("/<room>/template.xlsx", methods=["GET"], access=("templates", "read"))
@blueprint.arguments(schemas.TemplateQuery, location="query")
@blueprint.files(XLSX_TYPE)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="getTemplate")
def template(query: dict[str, Any], room: str) -> Response:
    """The workbook that staff fill in: its drop-down lists have what the controls in force on the day and the terms name.

    Of a room without controls in force on the day it has all values of the log format.
    """
    day, body = service().rooms.template(room, query.get("day"))
    response = Response(body, mimetype=XLSX_TYPE)
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{room}-{day.isoformat()}")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.xlsx"'
    return response
