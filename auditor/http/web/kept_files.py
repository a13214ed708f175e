"""Files that are no log: when each came in, and its problems."""

from __future__ import annotations

from flask import Response

from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.listed_problems import MOST_LISTED


@web.get("/rooms/<room>/refused/<sha256>")
@for_people("evidence", "read")
def refused_file(room: str, sha256: str) -> Response:
    """A file that is no log: when it came, and its first problems with their lines."""
    about(room=room)
    found = service().refused_files.get(room, sha256)
    return page(
        "pages/refused.html", room=service().rooms.get(room), found=found, zone=_zone(room),
        problems=service().refused_files.quotes(found, MOST_LISTED),
    )  # fmt: skip


def _zone(room: str) -> str:
    return str(service().rooms.get(room).terms[-1]["time_zone"])
