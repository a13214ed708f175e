"""A log for whose session another one is on record: what differs in the words of the game, and the correction in one step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flask import Response

from auditor.corrections import ConflictFound, money_of
from auditor.errors import Conflict, EvidencePurged, LimitReached, RefusedLog
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.report_api import csv_document
from auditor.http.web.forms import text
from auditor.http.web.page_clocks import zone_of
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from reports.changed_words import ChangedPlace, changed_places
from reports.spreadsheet import csv_lines
from rules.results import ChangedFact

MOST_CHANGES = 60  # that the page lists
_LONGEST_REASON, _LONGEST_ID = 4000, 64  # of the log format
_COLUMNS = ("where", "what", "on_record", "uploaded", "became", "line_on_record", "line_uploaded")


@web.get("/rooms/<room>/conflicts/<sha256>")
@for_people("sessions", "upload")
def conflict(room: str, sha256: str) -> Response:
    """A log for whose session another one is on record: what differs, and the form that makes it the correction."""
    return _shown(room, service().corrections.get(room, sha256))


@web.get("/rooms/<room>/conflicts/<sha256>/changes.csv")
@for_people("sessions", "upload")
def conflict_csv(room: str, sha256: str) -> Response:
    """All that differs, for a spreadsheet."""
    about(room=room)
    found = service().corrections.get(room, sha256)
    facts = service().corrections.every_fact(found)
    rows = _rows(facts, money_of(found.current.facts)) if found.current else ()
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{room}-{found.session}-changes")
    return csv_document(b"".join(csv_lines(_COLUMNS, rows)), f"{name}.csv")


@web.post("/rooms/<room>/conflicts/<sha256>")
@for_people("sessions", "upload")
def correction(room: str, sha256: str) -> Response:
    """The uploaded log takes the place of the one on record, for the reason that is stated."""
    about(room=room)
    found = service().corrections.get(room, sha256)
    reason, by = text("reason", _LONGEST_REASON + 1), text("by", _LONGEST_ID + 1)
    errors = _wrong(reason, by)
    if found.current is None or text("seen", 64) != found.current.evidence:
        words = "Another log came on record for this session meanwhile. Nothing was stored. Look at what differs now."
        return _shown(room, found, 409, error=words)
    if errors:
        return _shown(room, found, 422, errors)
    try:
        made = service().corrections.correct(found, reason, by)
    except (RefusedLog, Conflict, EvidencePurged, LimitReached) as error:
        return _shown(room, found, 409, error=str(error))
    return see(f"{place('session', session=made.id)}#correction")


def _shown(
    room: str,
    found: ConflictFound,
    status: int = 200,
    errors: dict[str, str] | None = None,
    error: str | None = None,
) -> Response:
    about(room=room)
    different = service().corrections.differences(found)
    return page(
        "pages/conflict.html", status, room=service().rooms.get(room), found=found, errors=errors or {}, error=error,
        zone=zone_of((room,), found.record.received_at), different=different, most=MOST_CHANGES,
        places=_first(different.facts, different.money) if different else (),
    )  # fmt: skip


def _first(facts: Sequence[ChangedFact], money: str) -> list[ChangedPlace]:
    """The places of the first facts."""
    return list(changed_places(facts[:MOST_CHANGES], money))


def _rows(facts: Iterator[ChangedFact], money: str) -> Iterator[Sequence[object]]:
    for each in changed_places(facts, money):
        for one in each.changes:
            where = f"{each.heading}, {one.subject}" if one.subject else each.heading
            yield where, one.what, one.before, one.after, one.became, *each.lines


def _wrong(reason: str, by: str) -> dict[str, str]:
    """What is wrong with the fields of a correction, as the log format has them."""
    errors = {}
    if not reason:
        errors["reason"] = "State why the log on record is wrong."
    elif len(reason) > _LONGEST_REASON:
        errors["reason"] = "At most 4,000 characters are taken."
    if not by:
        errors["by"] = "State who corrects it."
    elif len(by) > _LONGEST_ID or not by.isprintable():
        errors["by"] = "An id has 1 to 64 printable characters."
    return errors
