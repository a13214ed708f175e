"""Screening of a room: its year at a glance, the units of a cell, and one unit with its hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response, request

from auditor.access.sign_in_refusals import SignInRefused
from auditor.errors import ChangedMeanwhile, NoSuchAlarm
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.screening_api import CloseAlarmRequest
from auditor.http.sign_in import confirm_decision
from auditor.http.web import screening_view as view
from auditor.http.web.form_words import by_field
from auditor.http.web.forms import page_number, text, whole
from auditor.http.web.page_rendering import page, place, see
from auditor.http.web.web_blueprint import web
from auditor.screened_years import YearOfRoom
from auditor.screening_grid import MONTHS, RAISED, GridCell, GridRow, grid_of
from auditor.screening_period import calendar_year
from auditor.store.rows import RoomRecord
from auditor.store.service_clock import now
from reports.screening_words import FALSE_ALARMS, NO_VERDICT, ONE_LOOK, chance_words, facts_of, whose
from rules.screening.indicator_catalogue import indicators_by_code

_SIZE = 100  # units of a page
_CLOSED_MEANWHILE = "The alarm was closed meanwhile, or is none any more. Nothing of yours was recorded; what you wrote is below."
_EVIDENCE_CHANGED = (
    "The evidence changed since you opened the page: hands came in, or a log was corrected. Nothing of yours was recorded; what "
    "you wrote is below. Look at the numbers, and send it again if it still fits."
)


@web.get("/rooms/<room>/screening")
@for_people("screening", "read")
def screening(room: str) -> Response:
    """A room's year: indicators by month, alarms as sentences, and what was not tested."""
    about(room=room)
    found, asked = _year(room), _asked()
    context: dict[str, Any] = {}
    if found is not None:
        rows = grid_of(found, service().screening.closings(room, asked["as_of"]))
        cells = {row.entry.code: [_cell(found, row, month) for month in (*MONTHS, None)] for row in rows}
        left_out = view.left_out_shown(room, found.left_out, found.year)
        context = {"rows": rows, "cells": cells, **_in_words(found, rows)}
    else:
        left_out = view.left_out_shown(room, service().screening.tested(room, as_of=asked["as_of"]).left_out)
    return page(
        "pages/screening.html", room=_room(room), found=found, asked=asked, left_out=left_out, months=view.MONTH_NAMES,
        years=service().screening.years(room, asked["as_of"]), no_verdict=NO_VERDICT, false_alarms=FALSE_ALARMS, **context,
    )  # fmt: skip


@web.get("/rooms/<room>/screening/units")
@for_people("screening", "read")
def screening_units(room: str) -> Response:
    """The units of an indicator, in a month or in the year."""
    about(room=room)
    found, asked, number = _year(room), _asked(), page_number()
    entry = indicators_by_code().get(request.args.get("indicator", ""))
    month = whole(request.args.get("month", ""), 2)
    month = month if month in MONTHS else None
    if found is None or entry is None:
        raise NoSuchAlarm(f"Screening of room {room} has no such indicator, or no such year.")
    rows = grid_of(found, service().screening.closings(room, asked["as_of"]))
    row = next(each for each in rows if each.entry.code == entry.code)
    cell = row.year if month is None else row.months[month]
    return page(
        "pages/screening_units.html", room=_room(room), found=found, asked=asked, row=row, month=month, months=view.MONTH_NAMES,
        units=view.sorted_units(cell, (number - 1) * _SIZE, _SIZE), total=len(cell.units), cell=cell, whose=whose,
        number=number, pages=-(-len(cell.units) // _SIZE) or 1, reason=view.reason_of(row, found.sessions),
        size=view.size_in_words,
    )  # fmt: skip


@web.get("/rooms/<room>/screening/<unit>")
@for_people("screening", "read")
def screened_unit(room: str, unit: str) -> Response:
    """A unit: the innocent explanation, the numbers, pictures, and hands to look at."""
    return _unit(room, unit)


@web.post("/rooms/<room>/screening/<unit>/close")
@for_people("screening", "close")
def close_alarm(room: str, unit: str) -> Response:
    """Close an alarm for a reason, on record."""
    about(room=room)
    try:
        words = CloseAlarmRequest().load({"room": room, "reason": text("reason", 100_000)})
        confirm_decision(text("code", 100))
        service().screening.close(room, unit, words["reason"], holder(None), seen=text("seen", 40))
    except ma.ValidationError as error:
        return _unit(room, unit, 422, by_field(error))
    except SignInRefused as error:
        return _unit(room, unit, 422, {"code": str(error)})
    except NoSuchAlarm:
        return _unit(room, unit, 409, error=_CLOSED_MEANWHILE)
    except ChangedMeanwhile:
        return _unit(room, unit, 409, error=_EVIDENCE_CHANGED)
    return see(place("screened_unit", room=room, unit=unit))


def _unit(
    room: str, unit: str, status: int = 200, errors: Mapping[str, str] | None = None, error: str | None = None
) -> Response:
    about(room=room)
    asked = _asked()
    found = service().screening.found(room, unit, asked["as_of"])
    result, today = found.result, dt.date.fromisoformat(now()[:10])
    hands = view.hands_to_see(result, today)
    return page(
        "pages/screened_unit.html", status, room=_room(room), found=found, result=result, shown=view.shown_result(result),
        entry=indicators_by_code()[result.indicator], asked=asked, hands=hands, facts=facts_of(result),
        evidence=view.evidence_facts(found), p=chance_words(result.p) if result.p else None, one_look=ONE_LOOK,
        pictures=list(view.pictures_shown(service().screened_pictures.of(found))),
        soon=[each for each in hands if each.ends_soon],
        no_verdict=NO_VERDICT, errors=errors or {}, error=error, whose=whose(result.unit), begun=view.begun,
        may_close=result.alarm and asked["as_of"] is None,
    )  # fmt: skip


def _in_words(found: YearOfRoom, rows: list[GridRow]) -> dict[str, Any]:
    """Alarms, the monthly list and closed alarms in words; units whose alarm is withheld, by indicator."""
    results, states = view.results_of_year(found), view.states_of_year(rows)
    closings = service().screening.closings(found.room, found.as_of)
    groups: dict[str, list[view.ShownUnit]] = {"alarm": [], "listed": [], "closed": []}
    for id_, result in results.items():
        state = states[id_].state
        if state in groups:
            groups[state].append(view.shown_result(result, closings.get(id_) if state == "closed" else None))
    noticed = service().screening.noticed(found.room, calendar_year(found.year), found.as_of)
    withheld = [(row.entry, sum(each.state == "withheld" for each in row.year.units)) for row in rows]
    return {
        "alarms": groups["alarm"], "listed": groups["listed"], "closed": groups["closed"],
        "noticed": noticed, "sessions": view.numbers_of(found.room, {each.session for each in noticed.facts}),
        "withheld": [(entry, number) for entry, number in withheld if number],
    }  # fmt: skip


def _cell(found: YearOfRoom, row: GridRow, month: int | None) -> dict[str, Any]:
    """A cell: its state, text, words, and the page that it leads to."""
    cell: GridCell = row.year if month is None else row.months[month]
    played = found.sessions if month is None else found.months[month].sessions if month in found.months else 0
    telling = cell.telling
    at: str | None = None
    if len(telling) == 1:
        at = place("screened_unit", room=found.room, unit=telling[0].id, as_of=_asked()["as_of"])
    elif cell.units:
        at = place(
            "screening_units", room=found.room, year=found.year, indicator=row.entry.code, month=month, as_of=_asked()["as_of"]
        )  # fmt: skip
    size = view.size_in_cell(cell.log10_e) if cell.log10_e is not None and cell.log10_e >= RAISED else ""
    return {"state": cell.state, "size": size, "words": view.cell_words(row, cell, played), "at": at}


def _year(room: str) -> YearOfRoom | None:
    asked = _asked()
    return service().screening.year(room, asked["year"], asked["as_of"])


def _asked() -> dict[str, int | None]:
    """The year and the register's entry that are asked for."""
    return {"year": whole(request.args.get("year", ""), 4), "as_of": whole(request.args.get("as_of", ""), 12)}


def _room(room: str) -> RoomRecord | None:
    return service().rooms.find(room)
