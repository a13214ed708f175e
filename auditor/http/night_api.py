"""/v1/night: what changed since the last time, for programs that run every night."""

from __future__ import annotations

from typing import Any

from flask import Response

from auditor.http import request_schemas
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service
from auditor.http.guards import already_has, not_modified
from auditor.night import Night

blueprint = Blueprint(
    "night", __name__, url_prefix="/v1/night", description="What changed between two nights"
)

_FINDING = {
    "fingerprint": "5f0c9d3ab1e24c7f8a6b0d1e2f3a4b5c",
    "code": "SCR001",
    "name": "net-differs",
    "kind": "discrepancy",
    "severity": "major",
    "room": "WA-0417",
    "session": "2026-03-14-T3",
    "hand": 17,
    "seat": 2,
    "line": 18,
    "hands": None,
    "clause": "WSGC-6d",
    "message": "Hand 17, seat 2: the log says 100 and the replay gives 300.",
}
_EXAMPLE = {
    "cursor": "412-9b74c9897bac770ffc029102a200c5de",
    "sessions": 118,
    "audits": [409, 412],
    "new": [_FINDING],
    "persisting": [],
    "gone": [],
    "incomplete": [],
    "overdue": [
        {
            "room": "WA-0500",
            "last_day": "2026-03-12",
            "received_at": "2026-03-13T14:02:11.482019Z",
            "day": "2026-03-13",
            "due_at": "2026-03-15T01:00:00Z",
            "hours": 4,
        }
    ],
    "overdue_answers": [
        {
            "room": "WA-0417",
            "incident": "5a9f7c8614b3d85c0f02aa9744358d3c7d03b7f5eb709426c6658462d22b293d",
            "title": "Seat 2's recorded result differs from what was due",
            "session": "2026-02-20-T1",
            "day": "2026-02-20",
            "state": "returned",
            "due": "2026-03-12",
            "days": 3,
        }
    ],
}


@blueprint.route("", methods=["GET"], access=("nights", "read"))
@blueprint.arguments(request_schemas.NightQuery, location="query")
@blueprint.response(200, Night, example=_EXAMPLE)
@blueprint.problems(400, 403, 409)
@blueprint.doc(operationId="getNight")
def night(query: dict[str, Any]) -> Response:
    """Findings that are new, that persist and that are gone since a cursor.

    The record is, for each session that no correction has superseded and for each gaming day, the findings of its newest
    finished audit; what-ifs are no part of it. Findings are compared by fingerprint. Keep `cursor` and send it as `since` the
    next time. Without `since` every finding is new. A cursor of another store is a conflict (409). `overdue`
    lists the rooms whose last log is overdue now, and `overdue_answers` the incidents whose answer is, whatever the cursor.
    Findings of an incident that was answered are never new: they persist.
    """
    read = service().night(query.get("since"))
    if already_has(read.etag):
        return not_modified(read.etag)
    response = answer(service().compared(read))
    response.set_etag(read.etag)
    return response
