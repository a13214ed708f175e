"""A draft as plain form fields, without a script.

A seat's fields end with its number (`net_3`), an irregularity's with its place (`irregular_kind_0`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import msgspec

from auditor.importing.workbook.layout import HAND_COLUMNS, IRREGULARITIES, SEAT_COLUMNS, SESSION
from auditor.importing.workbook.workbook_columns import TemplateColumn
from auditor.importing.workbook.workbook_values import Context, Wrong, read_value
from auditor.keyed.content import KeyedHand, KeyedHead, KeyedSeat, SeatTaken, must_be_printable
from auditor.keyed.keyed_log import read_time
from auditor.keyed.keyed_refusals import CannotKey, Mistyped
from reports.formatting import places_of
from rules.cards import ROWS
from rules.records.events import HandIrregularity
from rules.typed import from_plain

SEATS = 10
NOT_RECORDED = "not-recorded"  # what the field of the ruleset says where nobody recorded it
MORE = 2  # empty fields for irregularities beyond those that are there
_SEAT = {each.title: each for each in SEAT_COLUMNS}
_HAND = {each.title: each for each in HAND_COLUMNS}
_FLAGS = ("surrendered", "fouled", "missed")
_OF_IRREGULARITY = ("kind", "when", "seat", "cards", "ruling", "units", "by", "note")
_typed_irregularity = from_plain(HandIrregularity)
_typed_head = from_plain(KeyedHead)
_typed_hand = from_plain(KeyedHand)


class _Fields:
    def __init__(self, given: Mapping[str, str], context: Context) -> None:
        self._given, self._context = given, context
        self.errors: dict[str, str] = {}

    def text(self, name: str) -> str:
        return self._given.get(name, "").strip()

    def value(self, name: str, column: TemplateColumn, otherwise: Any = None) -> Any:
        """Value of a field; ``otherwise`` where empty."""
        return self.read(name, lambda text: read_value(column, text, self._context), otherwise)

    def read(self, name: str, reader: Callable[[str], Any], otherwise: Any = None) -> Any:
        if not (text := self.text(name)):
            return otherwise
        try:
            return reader(text)
        except Wrong as wrong:
            self.errors[name] = f"Expected: {wrong.expected}."
            return otherwise

    def needed(self, name: str) -> None:
        if not self.text(name):
            self.errors[name] = "Fill in this field."


def head_of_fields(given: Mapping[str, str], zone: str) -> KeyedHead:
    """Head from a form's fields. zone: the room's. Raises Mistyped."""
    currency = given.get("currency", "").strip().upper()
    fields = _Fields({**given, "currency": currency}, Context(places_of(currency), zone))
    for name in ("table", "opened_at", "unit", "currency", "game"):
        fields.needed(name)
    opened = fields.read("opened_at", lambda text: read_time(SESSION.column("opened at"), text, None, zone))
    table = fields.value("table", SESSION.column("table"))
    made = {
        "table": table,
        "session": fields.value("session", SESSION.column("session")) or _own_id(table, opened),
        "currency": fields.value("currency", SESSION.column("currency")),
        "opened_at": opened,
        "game": fields.value("game", SESSION.column("game")),
        "unit": fields.value("unit", SESSION.column("unit")),
        "ruleset": None
        if fields.text("ruleset") == NOT_RECORDED
        else fields.value("ruleset", SESSION.column("ruleset")),
        "first_hand": fields.value("first_hand", SESSION.column("number"), 1),
        "dealer": fields.value("dealer", SESSION.column("dealer")),
        "supervisor": fields.value("supervisor", SESSION.column("supervisor")),
        "seats": _seats_taken(fields),
    }
    if fields.errors:
        raise Mistyped(fields.errors)
    try:
        return _typed_head(made)
    except msgspec.ValidationError as error:
        raise CannotKey(f"This cannot be kept: {error}.") from error


def _own_id(table: str | None, opened: str | None) -> str:
    return f"{(table or '')[:40]}-{(opened or '')[:16].replace('-', '').replace(':', '')}"


def seats_of_fields(given: Mapping[str, str]) -> list[SeatTaken]:
    """Seats and players from a form's fields. Raises Mistyped."""
    fields = _Fields(given, Context())
    made = _seats_taken(fields)
    if fields.errors:
        raise Mistyped(fields.errors)
    return made


def _seats_taken(fields: _Fields) -> list[SeatTaken]:
    made = []
    for seat in range(1, SEATS + 1):
        if player := fields.value(f"player_{seat}", _SEAT["player"]):
            made.append(SeatTaken(seat, player))
    if not made:
        fields.errors["player_1"] = "Give the player of at least one seat."
    return made


def hand_of_fields(given: Mapping[str, str], head: KeyedHead, before: KeyedHand) -> KeyedHand:
    """A hand from a form's fields. before: the hand with the form's seats. Raises Mistyped, CannotKey."""
    fields = _Fields(given, Context(places_of(head.currency)))
    seats = [_seat(fields, each) for each in before.seats if not fields.text(f"out_{each.seat}")]
    known = {each.seat for each in before.seats}
    seats += [
        _seat(fields, KeyedSeat(seat=each.seat, player=each.player))
        for each in head.seats
        if each.seat not in known and fields.text(f"in_{each.seat}")
    ]
    made = KeyedHand(
        seats=sorted(seats, key=lambda each: each.seat),
        at=fields.text("at") or None,
        dealer=fields.value("dealer", _HAND["button"]),
        banker=fields.value("banker", _HAND["banker"]),
        void=bool(fields.text("void")),
        irregularities=_irregularities(fields),
    )
    if not seats:
        fields.errors[f"out_{before.seats[0].seat}"] = "A hand has one seat at least."
    if fields.errors:
        raise Mistyped(fields.errors)
    must_be_printable(made.seats)
    try:
        return _typed_hand(msgspec.to_builtins(made))
    except msgspec.ValidationError as error:
        raise CannotKey(f"This hand cannot be kept: {error}.") from error


def _seat(fields: _Fields, seat: KeyedSeat) -> KeyedSeat:
    end = f"_{seat.seat}"
    read: dict[str, Any] = {row: fields.value(row + end, _SEAT[row], "") for row in (*ROWS, "dealt")}
    read |= {flag: bool(fields.text(flag + end)) for flag in _FLAGS}
    for title, name in (("natural", "declared"), ("stack", "stack"), ("net", "net")):
        read[name] = fields.value(name + end, _SEAT[title])
    return KeyedSeat(seat=seat.seat, player=seat.player, **read)


def _irregularities(fields: _Fields) -> list[HandIrregularity]:
    made = []
    for place in range(20):
        if not fields.text(f"irregular_kind_{place}"):
            continue
        read = {
            name: fields.value(f"irregular_{name}_{place}", IRREGULARITIES.column(name))
            for name in _OF_IRREGULARITY
        }
        if not fields.errors:
            made.append(_typed_irregularity({name: each for name, each in read.items() if each is not None}))
    return made


def fields_of(hand: KeyedHand, currency: str) -> dict[str, str]:
    """Fields of a hand, as read by `hand_of_fields`."""
    made = {"at": hand.at or "", "void": "yes" if hand.void else ""}
    made |= {name: _text(getattr(hand, name)) for name in ("dealer", "banker")}
    for seat in hand.seats:
        end = f"_{seat.seat}"
        made |= {row + end: _spaced(getattr(seat, row)) for row in (*ROWS, "dealt")}
        made |= {flag + end: "yes" if getattr(seat, flag) else "" for flag in _FLAGS}
        made |= {
            f"declared{end}": seat.declared or "",
            f"stack{end}": amount_text(seat.stack, currency),
            f"net{end}": amount_text(seat.net, currency),
        }
    for place, each in enumerate(hand.irregularities):
        given = msgspec.to_builtins(each)
        made |= {f"irregular_{name}_{place}": _text(given.get(name)) for name in _OF_IRREGULARITY}
    return made


def amount_text(minor: int | None, currency: str) -> str:
    """An amount in a field: ``-3.50``, "" for none."""
    return "" if minor is None else f"{Decimal(minor).scaleb(-places_of(currency)):f}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _spaced(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))
