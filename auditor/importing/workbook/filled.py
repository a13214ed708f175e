"""A session log as rows of a workbook.

Left out for want of a place: pools, placements, clock calls, pot games' acts, empty lists and cards, rooms' own fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from auditor.importing.workbook.layout import (
    AMOUNTS_IN,
    CHIPS,
    DROPS,
    FEES,
    HAND_COLUMNS,
    HANDS,
    IRREGULARITIES,
    SEAT_COLUMNS,
    SESSION,
    SHEETS,
    TRANSFERS,
)
from auditor.importing.workbook.pot_layout import (
    AWARD_COLUMNS,
    BOARDS,
    JACKPOTS,
    PAYOUT_COLUMNS,
    POT_AWARDS,
    POT_COLUMNS,
    POT_HAND_COLUMNS,
    POT_HANDS,
    POT_SEAT_COLUMNS,
    SEATS,
    TERMS,
)
from auditor.importing.workbook.workbook_columns import AFTER, TemplateColumn
from reports.formatting import places_of

_SHEET_OF = {
    "fee": FEES, "chips": CHIPS, "toke": CHIPS, "drop": DROPS, "irregularity": IRREGULARITIES, "terms": TERMS, "seat": SEATS,
}  # fmt: skip
_LISTS = {"fees": FEES, "irregularities": IRREGULARITIES, "transfers": TRANSFERS}

Rows = dict[str, list[dict[str, Any]]]


def rows_of_log(lines: Iterable[dict[str, Any]]) -> Rows:
    """Rows of each sheet, values by title, amounts in the currency."""
    rows: Rows = {sheet.name: [] for sheet in SHEETS}
    session: dict[str, Any] = {}
    places, after = 2, 0
    for event in lines:
        kind = event["event"]
        if kind == "session":
            places = places_of(event["currency"])
            session = {**_cells(SESSION.columns, event, places), AMOUNTS_IN: "currency"}
            rows[SESSION.name].append(session)
        elif kind == "close":
            session.update(_cells(SESSION.columns, {"close": event}, places))
        elif kind in ("chinese_hand", "ofc_hand"):
            after = event["hand"]
            _hand(rows, event, places)
        elif kind == "pot_hand":
            after = event["hand"]
            _pot_hand(rows, event, places)
        elif kind == "jackpot":
            _jackpot(rows, event, after, places)
        else:
            sheet = _SHEET_OF[kind]
            cells = _cells(sheet.columns, {"kind": kind, **event}, places)
            rows[sheet.name].append({**cells, AFTER: after})
    return rows


def _hand(rows: Rows, event: dict[str, Any], places: int) -> None:
    game = event.get("variant", "chinese")
    shared = {**_cells(HAND_COLUMNS, event, places), "game": game}
    for seat in event["seats"]:
        out = {"out": "yes"} if seat["seat"] in event.get("eliminated", ()) else {}
        cells = _cells(SEAT_COLUMNS, seat, places)
        rows[HANDS.name].append({"hand": event["hand"], **cells, **out, **shared})
        shared = {}
    _lists(rows, event, places)


def _pot_hand(rows: Rows, event: dict[str, Any], places: int) -> None:
    boards = dict(zip(BOARDS, event.get("boards", ()), strict=False))
    shared = _cells(POT_HAND_COLUMNS, {**event, **boards}, places)
    for seat in event["seats"]:
        rows[POT_HANDS.name].append(
            {"hand": event["hand"], **_cells(POT_SEAT_COLUMNS, seat, places), **shared}
        )
        shared = {}
    for pot in event.get("pots", ()):
        stated = {"hand": event["hand"], **_cells(POT_COLUMNS, pot, places)}
        awards = [_cells(AWARD_COLUMNS, each, places) for each in pot.get("awards", ())]
        rows[POT_AWARDS.name] += [{**stated, **award} for award in awards or [{}]]
    _lists(rows, event, places)


def _jackpot(rows: Rows, event: dict[str, Any], after: int, places: int) -> None:
    stated = _cells(JACKPOTS.columns, event, places)
    paid = [_cells(PAYOUT_COLUMNS, each, places) for each in event.get("payouts", ())]
    rows[JACKPOTS.name] += [{**stated, **each, AFTER: after} for each in paid or [{}]]


def _lists(rows: Rows, event: dict[str, Any], places: int) -> None:
    for name, sheet in _LISTS.items():
        for each in event.get(name, ()):
            rows[sheet.name].append({**_cells(sheet.columns, each, places), "hand": event["hand"]})


def _cells(columns: tuple[TemplateColumn, ...], record: dict[str, Any], places: int) -> dict[str, Any]:
    cells = {}
    for column in columns:
        found: Any = record
        for step in column.field.split("."):
            found = found.get(step) if isinstance(found, dict) else None
        if found is not None and found != "":
            cells[column.title] = _cell(column, found, places)
    return cells


def _cell(column: TemplateColumn, value: Any, places: int) -> Any:
    if column.kind == "flag":
        return "yes" if value else "no"
    if column.kind == "money":
        return value if places == 0 else _decimal(value, places)
    return ", ".join(map(str, value)) if column.kind in ("people", "seats") else value


def _decimal(value: int, places: int) -> float | str:
    """An amount in the currency; text where a float is inexact."""
    if abs(value) < 10**12:
        return value / 10**places
    return f"{'-' * (value < 0)}{abs(value) // 10**places}.{abs(value) % 10**places:0{places}}"
