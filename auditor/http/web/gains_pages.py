"""Gains of a room's players of pot games from each other, as a table with heat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple

from flask import Response, request

from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import service
from auditor.http.report_api import csv_document
from auditor.http.web.forms import whole
from auditor.http.web.page_rendering import page
from auditor.http.web.web_blueprint import web
from auditor.screened_gains import GainOfPair, GainsOfRoom, csv_of_gains
from auditor.screening_period import ScreeningPeriod, calendar_year
from auditor.terms import day_of_text
from reports.formatting import MINUS, money
from reports.spreadsheet import marked
from rules.controls.sections.head import YEARS

_HEATS = 4  # shades, by quarters of the largest gain
_TENTH = Decimal("0.1")


class GainCell(NamedTuple):
    """A payer with a payee. heat: 0 none to 4; amount: empty where it has no currency of its own."""

    units: str
    amount: str
    hands: int
    heat: int


class GainLine(NamedTuple):
    """A player's row. cells: by payee, in the order of the lines; None: himself, or no hand that he lost with the other."""

    player: str
    cells: Sequence[GainCell | None]
    paid: str
    got: str
    net: str
    net_money: str


@web.get("/rooms/<room>/screening/pots")
@for_people("screening", "read")
def gains(room: str) -> Response:
    """The gains over a year, some gaming days or one session."""
    about(room=room)
    asked, found = _asked(), _found(room)
    return page(
        "pages/gains.html", found=found, asked=asked, lines=_lines(found),
        blind=money(found.big_blind, found.currency) if found.currency else "",
    )  # fmt: skip


@web.get("/rooms/<room>/screening/pots.csv")
@for_people("screening", "read")
def gains_csv(room: str) -> Response:
    """The same for a spreadsheet, a line for each payer with each payee."""
    about(room=room)
    return csv_document(b"".join(marked(csv_of_gains(_found(room)))), f"gains-{room}.csv")


def _asked() -> Mapping[str, str]:
    """The selection as it stands in the address."""
    return {name: request.args.get(name, "").strip()[:64] for name in ("year", "from", "until", "session")}


def _found(room: str) -> GainsOfRoom:
    asked = _asked()
    year = whole(asked["year"], 4)
    if year is not None and YEARS[0] <= year <= YEARS[1] and not (asked["from"] or asked["until"]):
        period = calendar_year(year)
    else:
        first, last = (day_of_text(asked[name]) if asked[name] else None for name in ("from", "until"))
        period = ScreeningPeriod(first, last)
    return service().screening.gains(room, period, asked["session"] or None)


def _lines(found: GainsOfRoom) -> list[GainLine]:
    pairs = {(each.payer, each.payee): each for each in found.gains}
    most = max((Decimal(each.big_blinds) for each in found.gains), default=Decimal())
    names = [each.player for each in found.players]
    return [
        GainLine(
            each.player,
            [_cell(pairs.get((each.player, other)), most, found.currency) for other in names],
            _units(each.paid), _units(each.got), _units(each.net),
            money(each.net_money, found.currency, plus=True) if found.currency else "",
        )
        for each in found.players
    ]  # fmt: skip


def _cell(gain: GainOfPair | None, most: Decimal, currency: str | None) -> GainCell | None:
    if gain is None:
        return None
    units = Decimal(gain.big_blinds)
    heat = int((units * _HEATS / most).to_integral_value(ROUND_CEILING)) if most else 0
    return GainCell(
        _units(gain.big_blinds), money(gain.money, currency) if currency else "", gain.hands, heat
    )


def _units(figure: str) -> str:
    return f"{Decimal(figure).quantize(_TENTH):,}".replace("-", MINUS)
