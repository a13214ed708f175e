"""/v1/screening/gains: who gained from whom in a room's pot games, from what audits kept of its sessions."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from marshmallow.validate import Range

from auditor.http.access_log import about
from auditor.http.blueprint import answer
from auditor.http.context import service
from auditor.http.report_api import CSV_TYPE, csv_document
from auditor.http.request_schemas import DaysQuery, number, text
from auditor.http.screening_api import blueprint
from auditor.screened_gains import GainsOfRoom, csv_of_gains
from auditor.screening_period import ScreeningPeriod, calendar_year


class GainsQuery(DaysQuery):
    """Sessions of a room: of a calendar year, or of some gaming days; of these all, or one."""

    room = text("the card room's licence id", required=True)
    year = ma.fields.Integer(
        validate=Range(1, 9999), metadata={"description": "a calendar year, in place of days"}
    )
    session = text("one of these sessions")
    as_of = number("index of the last entry of the register that counts; without it, the last one", least=0)

    @ma.validates_schema
    def year_or_days(self, data: dict[str, Any], **_: Any) -> None:
        """A year beside days is a slip."""
        if "year" in data and data.keys() & {"first", "last"}:
            raise ma.ValidationError("Must not stand beside 'from' or 'until'.", "year")


@blueprint.route("/gains", methods=["GET"], access=("screening", "read"))
@blueprint.arguments(GainsQuery, location="query")
@blueprint.response(200, GainsOfRoom)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="getGains")
def gains(query: dict[str, Any]) -> Response:
    """List who gained from whom in a room's pot games: chips that a player put into pots and another one won.

    Without a year and days it is the year of the room's last gaming day. Hands of three players or more count that the payer
    lost, and in which all awards are known. Big blinds are strings of 6 digits. Money is in minor units where all sessions have
    one currency and one big blind; else null.
    """
    return answer(_gains(query))


@blueprint.route("/gains.csv", methods=["GET"], access=("screening", "read"))
@blueprint.arguments(GainsQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type=CSV_TYPE)
@blueprint.problems(400, 403, 404)
@blueprint.doc(operationId="getGainsCsv")
def gains_csv(query: dict[str, Any]) -> Response:
    """The same for a spreadsheet: a line for each payer with each payee, RFC 4180 with a header, UTF-8."""
    found = _gains(query)
    return csv_document(b"".join(csv_of_gains(found)), f"gains-{found.room}.csv")


def _gains(query: dict[str, Any]) -> GainsOfRoom:
    about(room=query["room"])
    days = ScreeningPeriod(query.get("first"), query.get("last"))
    period = calendar_year(query["year"]) if "year" in query else days
    return service().screening.gains(query["room"], period, query.get("session"), query.get("as_of"))
