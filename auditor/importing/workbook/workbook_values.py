"""Values of cells as in logs."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from msgspec import Struct

from auditor.importing.workbook.workbook_columns import TemplateColumn
from rules.records.inspect import TIME_EXPECTED, cards_expected
from rules.records.problems import shown
from rules.times import parse_one
from rules.zones import is_zone, zone_of

_OFFSET = re.compile(r"[+-]([01]\d|2[0-3]):[0-5]\d")
_WHOLE = re.compile(r"[+-]?\d{1,15}")
_DECIMAL = re.compile(r"[+-]?\d{1,15}(\.\d{1,6})?")
_CLOCK = re.compile(r"\d{1,2}:\d\d(:\d\d)?")
_LOCAL = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?")
_SUITS = str.maketrans("♣♦♥♠", "cdhs", "\ufe0f\ufe0e,;")
_FLAGS = {"yes": True, "no": False, "true": True, "false": False, True: True, False: False}
_MINUS = str.maketrans("−", "-")


class Context(Struct, frozen=True):
    """Context of a session's cells. places: decimals of amounts."""

    places: int = 2
    zone: str = ""
    opened: dt.datetime | None = None


class Wrong(Exception):
    """A wrong cell: what was expected, and what to do."""

    def __init__(self, expected: str, do: str = "Correct the cell.") -> None:
        super().__init__(expected)
        self.expected, self.do = expected, do


def found_text(value: Any) -> str:
    """A cell's value for a message."""
    if isinstance(value, dt.date | dt.time | dt.timedelta):
        return f"the date or time {value}"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return shown(int(value))
    return shown(value)


def is_clock(zone: str) -> bool:
    """Whether a text is a usable time zone: a place or an offset."""
    return bool(_OFFSET.fullmatch(zone)) or is_zone(zone)


def read_value(column: TemplateColumn, value: Any, context: Context) -> Any:
    """Value of a non-empty cell. Raises Wrong."""
    made: Any = _READERS[column.kind](column, value, context)
    try:
        column.check(made)
    except msgspec.ValidationError as error:
        minor = ", in minor units" if column.kind == "money" else ""
        raise Wrong(f"{column.bounds}{minor}") from error
    if not "".join(made if column.kind in ("people", "text") else ()).isprintable():
        raise Wrong("printable characters")
    return made


def _text(column: TemplateColumn, value: Any, context: Context) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float | int) and not isinstance(value, bool) and float(value).is_integer():
        return str(int(value))
    raise Wrong("text", "Format the cell as text, and type it again.")


def _people(column: TemplateColumn, value: Any, context: Context) -> list[str]:
    return [each.strip() for each in re.split(r"[,;]", _text(column, value, context)) if each.strip()]


def _seats(column: TemplateColumn, value: Any, context: Context) -> list[int]:
    found = _people(column, value, context)
    if not all(_WHOLE.fullmatch(each) for each in found):
        raise Wrong("numbers of seats with commas between them, such as 1, 4")
    return [int(each) for each in found]


def _whole(column: TemplateColumn, value: Any, context: Context) -> int:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip().translate(_MINUS)):
        return int(value.strip().translate(_MINUS))
    if isinstance(value, float | int) and not isinstance(value, bool) and float(value).is_integer():
        return int(value)
    raise Wrong("a whole number")


def _money(column: TemplateColumn, value: Any, context: Context) -> int:
    text = value.strip().translate(_MINUS) if isinstance(value, str) else repr(value)
    places = context.places
    expected = f"an amount with at most {places} decimals, such as 3.5" if places else "a whole number"
    if isinstance(value, bool) or not isinstance(value, str | float | int):
        raise Wrong(expected)
    if isinstance(value, str) and not _DECIMAL.fullmatch(text):
        raise Wrong(
            expected,
            "Write digits and a decimal point only (3.50, not 3,50): no currency sign, no separator of thousands.",
        )
    try:
        minor = Decimal(text).scaleb(places)
        whole = int(minor)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise Wrong(expected) from error
    if minor != whole:
        raise Wrong(expected)
    return whole


def _flag(column: TemplateColumn, value: Any, context: Context) -> bool:
    key = value.strip().casefold() if isinstance(value, str) else value
    if isinstance(key, str | bool) and key in _FLAGS:
        return _FLAGS[key]
    raise Wrong("yes or no", "Choose one of the two; leave the cell empty where it was not recorded.")


def _choice(column: TemplateColumn, value: Any, context: Context) -> str:
    key = "_".join(value.casefold().split()) if isinstance(value, str) else ""
    if key not in column.choices:
        raise Wrong(f"one of {', '.join(column.choices)}", "Choose a value of the drop-down list.")
    return key


def _cards(column: TemplateColumn, value: Any, context: Context) -> str:
    if not isinstance(value, str):
        raise Wrong("cards such as Qh Qd 7c", "Format the cell as text, and type the cards again.")
    text = re.sub(r"\s", "", value.translate(_SUITS)).replace("10", "T")
    cards = "".join(
        "JK" if text[at : at + 2].upper() == "JK" else text[at].upper() + text[at + 1 : at + 2].lower()
        for at in range(0, len(text), 2)
    )
    if expected := cards_expected(cards):
        raise Wrong(expected, "Write each card as rank and suit: 23456789TJQKA (or 10), then c, d, h or s.")
    return cards


def _time(column: TemplateColumn, value: Any, context: Context) -> str:
    if isinstance(value, str):
        text = value.strip()
        if parse_one(text) is not None:
            return text
        if _LOCAL.fullmatch(text):
            value = _parsed(dt.datetime.fromisoformat, text)
        elif _CLOCK.fullmatch(text):
            value = _parsed(dt.time.fromisoformat, text.zfill(5 if text.count(":") == 1 else 8))
    if isinstance(value, dt.datetime):
        return _with_offset(value, context)
    if isinstance(value, dt.time):
        return _with_offset(_after_opening(value, context), context)
    raise Wrong(f"{TIME_EXPECTED}; or a date and a time, such as 2026-03-14 19:42", _TIME_DO)


_TIME_DO = (
    "Type the year, month and day with the time; after the opening a time alone, such as 19:42, is enough."
)


def _parsed(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except ValueError as error:
        raise Wrong(TIME_EXPECTED, _TIME_DO) from error


def _after_opening(clock: dt.time, context: Context) -> dt.datetime:
    """First moment from the opening on at which the wall clock shows a time."""
    if context.opened is None:
        raise Wrong(
            "a date and a time", "Type the date too: the day is known only once the opening has a date."
        )
    opened = context.opened.replace(tzinfo=None)
    moment = dt.datetime.combine(opened.date(), clock)
    return moment if moment >= opened else moment + dt.timedelta(days=1)


def _with_offset(moment: dt.datetime, context: Context) -> str:
    """A wall-clock moment with the zone's offset."""
    moment = (moment + dt.timedelta(microseconds=500_000)).replace(microsecond=0)
    zone = context.zone
    if _OFFSET.fullmatch(zone):
        text = f"{moment.isoformat()}{zone}"
    elif is_zone(zone):
        first, second = (moment.replace(tzinfo=zone_of(zone), fold=fold) for fold in (0, 1))
        if first.utcoffset() != second.utcoffset():
            raise Wrong(
                "a time with its offset, such as 2026-11-01T01:30:00-07:00",
                "The clocks change: write the offset.",
            )
        text = first.isoformat()
    else:
        raise Wrong(
            "a time zone for this time",
            "Give the time zone on the sheet Session, or write the time with its offset.",
        )
    if parse_one(text) is None:
        raise Wrong(TIME_EXPECTED, _TIME_DO)
    return text


_READERS = {
    "text": _text, "whole": _whole, "money": _money, "flag": _flag, "time": _time, "cards": _cards, "choice": _choice,
    "people": _people, "seats": _seats,
}  # fmt: skip
