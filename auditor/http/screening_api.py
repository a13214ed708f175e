"""/v1/screening: where to look first in a room, from what audits kept of its sessions."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
import msgspec
from flask import Response

from auditor.evidence import NDJSON_TYPE
from auditor.http.access_log import about
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import holder, service
from auditor.http.guards import already_has, not_modified
from auditor.http.paging import PagedQuery, page_of, paged
from auditor.http.request_schemas import DaysQuery, number, text
from auditor.http.room_schemas import words
from auditor.screened_facts import ListedFacts
from auditor.screened_years import ScreenedSessions
from auditor.screening_period import ScreeningPeriod
from auditor.store.stored_screening_lists import NightlyList
from rules.screening.screening_result import ScreeningResult

blueprint = Blueprint(
    "screening",
    __name__,
    url_prefix="/v1/screening",
    description="Where to look first in a room, with what chance gives",
)


class ScreeningQuery(DaysQuery, PagedQuery):
    """Indicators of a room by gaming day, as of an entry of the register."""

    room = text("the card room's licence id", required=True)
    as_of = number("index of the last entry of the register that counts; without it, the last one", least=0)
    every = ma.fields.Boolean(
        load_default=False,
        metadata={"description": "true: every unit that can be tested; false: alarms and the monthly list"},
    )


class CloseAlarmRequest(ma.Schema):
    """The room of an alarm, and the reason for which it is closed."""

    room = text("the card room's licence id", required=True)
    reason = words("why it is closed, such as what the videos showed", required=True)
    by = text("who closes it; without it, the key's holder", load_default=None, allow_none=True)


@blueprint.route("", methods=["GET"], access=("screening", "read"))
@blueprint.arguments(ScreeningQuery, location="query")
@blueprint.page("ScreeningPage", results=ScreeningResult, tested=ScreenedSessions, noticed=ListedFacts)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="listScreening")
def listed(query: dict[str, Any]) -> Response:
    """List where to look first in a room, by indicator and unit. An indicator is no verdict: it says where to look.

    Evidence is of calendar years; `from` and `until` are gaming days, both included, and without both it is the year of the
    room's last gaming day. Figures are strings of 6 digits. The same entry `as_of` gives the same answer. `tested` is the
    number of sessions, with what could not be tested in them; its `left_out` names sessions on record that do not count until
    they are audited again. `noticed` has facts for which no law of chance is known.
    """
    about(room=query["room"])
    page = page_of(query)
    period = ScreeningPeriod(query.get("first"), query.get("last"))
    found = service().screening.whole(query["room"], period, query.get("as_of"), every=query["every"])
    items = [msgspec.to_builtins(each) for each in found.results[page.offset : page.offset + page.size]]
    return paged("results", items, page, len(found.results), tested=found.tested, noticed=found.noticed)


class NightsQuery(PagedQuery):
    """The room whose nights are listed."""

    room = text("the card room's licence id", required=True)


@blueprint.route("/lists", methods=["GET"], access=("screening", "read"))
@blueprint.arguments(NightsQuery, location="query")
@blueprint.page("ScreeningListPage", lists=NightlyList)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="listScreeningNights")
def nights(query: dict[str, Any]) -> Response:
    """List the nights of a room, the newest first. `sha256` is of the list, which the entry `entry` of the register states."""
    about(room=query["room"])
    page = page_of(query)
    found, total = service().screened_nights.page(query["room"], page)
    return paged("lists", [msgspec.to_builtins(each) for each in found], page, total)


@blueprint.route("/lists/<number:night>", methods=["GET"], access=("screening", "read"))
@blueprint.files(NDJSON_TYPE)
@blueprint.problems(403, 404, 410)
@blueprint.doc(operationId="getScreeningNight")
def listed_at_night(night: int) -> Response:
    """Get the results of a night byte for byte as they were listed, one a line. The ETag is their SHA-256."""
    found = service().screened_nights.get(night)
    about(room=found.room)
    if already_has(found.sha256):
        return not_modified(found.sha256)
    response = Response(service().screened_nights.text(found), mimetype=NDJSON_TYPE)
    response.set_etag(found.sha256)
    return response


@blueprint.route("/<alarm>/close", methods=["POST"], access=("screening", "close"))
@blueprint.arguments(CloseAlarmRequest)
@blueprint.response(200, ScreeningResult)
@blueprint.problems(400, 403, 404, 413, 415, 422)
@blueprint.doc(operationId="closeAlarm")
def closed(body: dict[str, Any], alarm: str) -> Response:
    """Close an alarm, by the `id` of its result. It is raised again in its year only if its evidence grows tenfold.

    The closing stays on record, with who closed it and why.
    """
    about(room=body["room"])
    return answer(service().screening.close(body["room"], alarm, body["reason"], holder(body["by"])))
