"""Offers of a template for a ruleset, or a room's gaming day: lists, example, known values."""

from __future__ import annotations

import datetime as dt
from typing import Any

from msgspec import Struct

from auditor.importing.workbook.layout import AMOUNTS_IN, SHEETS, ZONE
from auditor.importing.workbook.workbook_columns import GAMES, POTS, UNITS, TemplateColumn, WorkbookSheet
from reports.formatting import money
from rules.card_room import Room
from rules.controls.ruleset import Ruleset

_SEATS = ("seat", "payer", "payee", "button", "banker")
_OF_RULES = ("ruleset", "game", AMOUNTS_IN)  # titles of which the example has what the controls say
_SESSION: dict[str, Any] = {
    "room": "WA-0417", "session": "2026-03-14-T1", "table": "T1", ZONE: "America/Los_Angeles",
    "opened at": "2026-03-14 16:00", "closed at": "2026-03-15 02:00", "currency": "USD", "unit": 1,
}  # fmt: skip
_OF_POTS = {title: value for title, value in _SESSION.items() if title != "unit"}
_EXAMPLE: dict[str, tuple[dict[str, Any], ...]] = {
    "Hands": (
        {"hand": 1, "at": "16:05", "button": 1, "seat": 1, "player": "p-1", "front": "Qh Qd 7c",
         "middle": "8c 8d 8h 4d 5d", "back": "As Ks 9s 6s 2s", "net": 3},
        {"hand": 1, "seat": 2, "player": "p-2", "front": "Kd Jh 3c", "middle": "9c 9d 6c 4h 2c",
         "back": "Th Td Ts 3h 5s", "net": -3},
    ),
    "Pot hands": (
        {"hand": 1, "at": "16:05", "game": "holdem", "button": 1, "board": "2c 7d Jh 4s 9h", "seat": 1, "player": "p-1",
         "stack": 200, "put in": 15, "cards": "Js Jd", "net": 14},
        {"hand": 1, "seat": 2, "player": "p-2", "stack": 180, "put in": 15, "cards": "As Qd", "net": -15},
    ),
    "Pots": ({"hand": 1, "pot": 0, "amount": 30, "seats": "1, 2", "seat": 1, "awarded": 29},),
    "Terms": (
        {"at": "2026-03-14 16:00", "game": "holdem", "limit": "no_limit", "small blind": 1, "big blind": 2,
         "smallest buy-in": 40, "largest buy-in": 200, "charge": "rake"},
    ),
    "Seats": ({"at": "2026-03-14 17:00", "kind": "break", "player": "p-2", "seat": 2, "permission": "yes"},),
    "Jackpots": ({"at": "2026-03-15 02:00", "kind": "close", "level": 10000},),
    "Fees": ({"kind": "rake", "hand": 1, "amount": 3},),
    "Chips": ({"at": "2026-03-14 16:01", "kind": "buy_in", "seat": 1, "player": "p-1", "amount": 200},),
    "Irregularities": ({"hand": 1, "kind": "exposed_card", "when": "deal", "ruling": "play_on", "by": "s-1"},),
    "Transfers": ({"hand": 1, "payer": 2, "payee": 1, "amount": 3, "units": 3},),
    "Drops": ({"at": "2026-03-15 02:00", "kind": "rake", "amount": 636, "counted by": "c-1, c-2"},),
}  # fmt: skip


class TemplateOffer(Struct, frozen=True):
    """Offer of a template. heading: first line. rulesets: whose choices come first; none: the format's.

    session: known values by title. tables: names. fees: the kind paid.
    """

    heading: str
    rulesets: tuple[Ruleset, ...]
    session: dict[str, Any]
    tables: tuple[str, ...] = ()
    fees: str | None = None


def of_ruleset(ruleset: Ruleset) -> TemplateOffer:
    """Offer for a ruleset."""
    return TemplateOffer(
        f"A session under {ruleset}", (ruleset,), {"ruleset": str(ruleset), **_known((ruleset,))}
    )


def of_room(
    room: Room, day: dt.date, rulesets: tuple[Ruleset, ...], tables: tuple[str, ...]
) -> TemplateOffer:
    """Offer for a room's gaming day. rulesets: in force then; tables: of its logs."""
    terms = room.on(day)
    named = {"ruleset": rulesets[0].id} if len(rulesets) == 1 else {}
    currencies = {_currency_of(each) for each in rulesets}
    currency = {"currency": currencies.pop()} if len(currencies) == 1 and None not in currencies else {}
    session = {"room": room.id, ZONE: terms.zone, **currency, **named, **_known(rulesets)}
    return TemplateOffer(
        f"A session of {room.id} on {day.isoformat()}", rulesets, session, tables, terms.fees
    )


def _currency_of(ruleset: Ruleset) -> str | None:
    return ruleset.sections.stakes.unit_cap.currency or ruleset.sections.fees.currency


def sheets_for(rulesets: tuple[Ruleset, ...]) -> tuple[WorkbookSheet, ...]:
    """Sheets that sessions under some rulesets need; all without rulesets."""
    wanted = {POTS if each.family == "pot" else UNITS for each in rulesets} or {UNITS, POTS}
    return tuple(sheet for sheet in SHEETS if wanted & set(sheet.played_for))


def games_of(rulesets: tuple[Ruleset, ...]) -> tuple[str, ...]:
    """Games under some rulesets; all without rulesets."""
    if not rulesets:
        return GAMES
    families = {each.family for each in rulesets}
    closed, open_face = GAMES[:1], GAMES[1:]
    return (*(closed if "chinese" in families else ()), *(open_face if "ofc" in families else ()))


def _known(rulesets: tuple[Ruleset, ...]) -> dict[str, Any]:
    games = games_of(rulesets)
    chips = {each.sections.stakes.medium == "tournament_chips" for each in rulesets}
    return {
        **({"game": games[0]} if len(games) == 1 else {}),
        **({AMOUNTS_IN: "minor" if True in chips else "currency"} if len(chips) == 1 else {}),
    }


def choices_for(offer: TemplateOffer) -> dict[str, tuple[str, ...]]:
    """Drop-down lists by sheet and title, the controls' values first."""
    first = _first(offer)
    found: dict[str, tuple[str, ...]] = {}
    for sheet in sheets_for(offer.rulesets):
        for column in sheet.columns:
            key = f"{sheet.name}.{column.title}"
            if column.title == "game":
                found[key] = _offered_games(column, offer.rulesets)
            elif column.kind == "choice":
                known = [each for each in first.get(key, ()) if each in column.choices]
                found[key] = tuple(dict.fromkeys([*known, *column.choices]))
            elif column.kind == "flag":
                found[key] = ("yes", "no")
            elif column.title in _SEATS:
                found[key] = tuple(str(seat) for seat in range(1, _most_seats(offer.rulesets) + 1))
            elif first.get(key):
                found[key] = tuple(dict.fromkeys(first[key]))
    return found


def _offered_games(column: TemplateColumn, rulesets: tuple[Ruleset, ...]) -> tuple[str, ...]:
    if column.choices == GAMES:
        return games_of(rulesets) or GAMES
    dealt = {game for each in rulesets if each.sections.pot is not None for game in each.sections.pot.games}
    return tuple(game for game in column.choices if not dealt or game in dealt)


def _first(offer: TemplateOffer) -> dict[str, list[str]]:
    """Values of controls and terms, by sheet and title."""
    irregularities = [each.sections.irregularities for each in offer.rulesets]
    procedures = [procedure for each in irregularities for procedure in each.procedure.values()]
    documented = [kind for each in irregularities for kind in each.documented]
    fees = [each for each in (offer.fees,) if each not in (None, "none")]
    return {
        "Session.table": list(offer.tables),
        "Session.ruleset": [each.id for each in offer.rulesets if offer.session.get("ruleset") is None],
        "Hands.natural": [hand.id for each in offer.rulesets for hand in each.sections.naturals.hands],
        "Fees.kind": [*map(str, fees)],
        "Irregularities.kind": [*(each.kind for each in procedures), *documented],
        "Irregularities.when": [when for each in procedures for when in _listed(each.when)],
        "Irregularities.ruling": [
            ruling for each in procedures for ruling in (*_listed(each.ruling), *_listed(each.too_late))
        ],
    }


def _most_seats(rulesets: tuple[Ruleset, ...]) -> int:
    return min(10, max([each.sections.table.players.max or 10 for each in rulesets], default=10))


def _listed(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def in_force(offer: TemplateOffer) -> tuple[str, ...]:
    """Sentences on controls: units' worth, and results of irregularities."""
    said = []
    for ruleset in offer.rulesets:
        cap = ruleset.sections.stakes.unit_cap
        worth = ""
        if cap.max is not None and cap.currency:
            worth = f" A unit is worth at most {money(cap.max, cap.currency)}."
        said.append(f"In force: {ruleset}, {ruleset.title}.{worth}")
        for procedure in ruleset.sections.irregularities.procedure.values():
            when = f" ({' or '.join(_listed(procedure.when))})" if procedure.when else ""
            rulings = " or ".join(_listed(procedure.ruling))
            said.append(f"Procedure of {ruleset.id}: {procedure.kind}{when}: {rulings}.")
    if not offer.rulesets:
        said.append(
            "No controls of the room are in force on that day: write the ruleset that was played under on the sheet Session."
        )
    return tuple(said)


def filled_in(sheet: WorkbookSheet, offer: TemplateOffer) -> dict[str, Any]:
    """Known values of a sheet's first row."""
    return offer.session if sheet is SHEETS[0] else {}


def example_rows(sheet: WorkbookSheet, offer: TemplateOffer) -> tuple[dict[str, Any], ...]:
    """Example rows of a sheet."""
    if sheet is SHEETS[0]:
        of_rules = {title: value for title, value in offer.session.items() if title in _OF_RULES}
        games = games_of(offer.rulesets)
        played = {"game": games[0]} if games else {}
        return ({**(_SESSION if games else _OF_POTS), AMOUNTS_IN: "currency", **played, **of_rules},)
    return _EXAMPLE[sheet.name]


def is_example(sheet: WorkbookSheet, cells: dict[str, Any]) -> bool:
    """Whether a row's cells, by title, are an example's, or part of one."""
    if sheet is SHEETS[0]:
        return {
            key: value for key, value in cells.items() if key not in _OF_RULES
        }.items() <= _SESSION.items()
    return any(cells.items() <= example.items() for example in _EXAMPLE[sheet.name])
