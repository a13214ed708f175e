"""Workbooks: the one that staff fill in for a gaming day, and an uploaded one with marks at what is wrong."""

from __future__ import annotations

import re

from flask import Response, request

from auditor.errors import NoSuchOriginal
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.web_blueprint import web
from auditor.importing.workbook.workbook_importer import XLSX_TYPE
from auditor.terms import day_of_text


@web.get("/rooms/<room>/workbook.xlsx")
@for_people("templates", "read")
def workbook(room: str) -> Response:
    """The workbook to fill in, with the lists that a gaming day has."""
    about(room=room)
    asked = request.args.get("day")
    day, body = service().rooms.template(room, day_of_text(asked) if asked else None)
    return _saved(body, f"{room}-{day.isoformat()}")


@web.get("/rooms/<room>/originals/<number:original>/marked.xlsx")
@for_people("evidence", "read")
def marked_workbook(room: str, original: int) -> Response:
    """An uploaded workbook made anew, with red cells and comments at what is wrong. The uploaded one stays as it is."""
    about(room=room)
    service().rooms.get(room)
    found = service().originals.get(original)
    if found.room not in (None, room):
        raise NoSuchOriginal(f"Room {room} has no original {original}.")
    return _saved(service().originals.marked(found), f"original-{original}-marked")


def _saved(body: bytes, name: str) -> Response:
    made = Response(body, mimetype=XLSX_TYPE)
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)
    made.headers["Content-Disposition"] = f'attachment; filename="{plain}.xlsx"'
    made.headers["Cache-Control"] = "no-store"
    return made
