"""Files that were not taken as sessions: one that is no log, with its problems; one in conflict, with its way to a correction."""

from __future__ import annotations

import re

from flask import Response

from auditor.corrections import ConflictFound
from auditor.errors import Conflict, RefusedLog
from auditor.evidence import NDJSON_TYPE
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.blueprint import web
from auditor.http.web.forms import text
from auditor.http.web.texts import _
from auditor.http.web.uploading import MOST_PROBLEMS
from auditor.http.web.view import page

MOST_DIFFERENCES = 100
_LONGEST_REASON, _LONGEST_ID = 4000, 64  # of the log format


@web.get("/rooms/<room>/refused/<sha256>")
@for_people("evidence", "read")
def refused_file(room: str, sha256: str) -> Response:
    """A file that is no log: when it came, and its first problems with their lines."""
    about(room=room)
    found = service().refused_files.get(room, sha256)
    return page(
        "pages/refused.html", room=service().rooms.get(room), found=found, zone=_zone(room),
        problems=service().refused_files.quotes(found, MOST_PROBLEMS),
    )  # fmt: skip


@web.get("/rooms/<room>/conflicts/<sha256>")
@for_people("sessions", "upload")
def conflict(room: str, sha256: str) -> Response:
    """A log for whose session another one is on record: what differs, and the form for a correction."""
    return _shown(room, service().corrections.get(room, sha256))


@web.post("/rooms/<room>/conflicts/<sha256>")
@for_people("sessions", "upload")
def correction(room: str, sha256: str) -> Response:
    """The correction as a file to be saved, looked at and uploaded. Nothing is stored."""
    about(room=room)
    found = service().corrections.get(room, sha256)
    reason, by = text("reason", _LONGEST_REASON + 1), text("by", _LONGEST_ID + 1)
    errors = _wrong(reason, by)
    if found.current is None or text("seen", 64) != found.current.evidence:
        return _shown(
            room, found, 409, error=_("Another log came on record for this session meanwhile. Compare again.")
        )
    if errors:
        return _shown(room, found, 422, errors)
    try:
        body = service().corrections.corrected(found, reason, by)
    except (RefusedLog, Conflict) as error:
        return _shown(room, found, 409, error=str(error))
    made = Response(body, mimetype=NDJSON_TYPE)
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{room}-{found.session}-correction")
    made.headers["Content-Disposition"] = f'attachment; filename="{name}.ndjson"'
    made.headers["Cache-Control"] = "no-store"
    return made


def _shown(
    room: str,
    found: ConflictFound,
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    about(room=room)
    return page(
        "pages/conflict.html", status, room=service().rooms.get(room), found=found, zone=_zone(room), errors=errors or {},
        error=error, different=service().corrections.differences(found, MOST_DIFFERENCES),
        stated=service().corrections.stated_words(found, text("reason", 300) or "…", text("by", 64) or "…"),
    )  # fmt: skip


def _wrong(reason: str, by: str) -> dict[str, str]:
    """What is wrong with the fields of a correction, as the log format has them."""
    errors = {}
    if not reason:
        errors["reason"] = _("Say why the log on record is wrong.")
    elif len(reason) > _LONGEST_REASON:
        errors["reason"] = _("At most 4,000 characters are taken.")
    if not by:
        errors["by"] = _("Say who corrects it.")
    elif len(by) > _LONGEST_ID or not by.isprintable():
        errors["by"] = _("An id has 1 to 64 printable characters.")
    return errors


def _zone(room: str) -> str:
    return str(service().rooms.get(room).terms[-1]["time_zone"])
