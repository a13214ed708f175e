"""Fields of a PokerGFX hand, refused in words where wrong."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from auditor.importing.histories.history_hand import Row, WrongHand, in_field, moment, money
from rules.records.problems import shown

CORRECT = "Correct it."
KEY = "Key this hand from the recording."
_CARD = re.compile(r"(10|[2-9tjqka])([cdhs])", re.IGNORECASE)


def found(value: Any) -> str:
    """A value of the file for a message."""
    return "nothing" if value is None else shown(value if isinstance(value, str | int) else str(value))


def amount(row: Row, name: str, places: int, default: int | None = 0) -> int:
    """Whole chips as minor units, or the default. Raises WrongHand."""
    value = row.get(name)
    value = default if value is None else value
    if value is None or isinstance(value, bool):
        raise WrongHand(found(value), "an amount", CORRECT, field=name)
    with in_field(name):
        return money(value, places)


def whole(row: Row, name: str) -> int:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongHand(found(value), "a whole number", CORRECT, field=name)
    return value


def word(row: Row, name: str, words: Iterable[str]) -> str:
    """One of the format's read words."""
    value = row.get(name)
    if not isinstance(value, str) or value not in words:
        raise WrongHand(found(value), f"one of {', '.join(words)}", KEY, field=name)
    return value


def fields(value: Any, name: str) -> Row:
    """An object with fields of its own."""
    if not isinstance(value, dict):
        raise WrongHand(found(value), "an object", CORRECT, field=name)
    return value


def entries(row: Row, name: str) -> list[Any]:
    value = row.get(name)
    if not isinstance(value, list):
        raise WrongHand(found(value), "a list", CORRECT, field=name)
    return value


def instant(row: Row, name: str) -> dt.datetime:
    """A UTC time with up to seven decimals."""
    try:
        at = dt.datetime.fromisoformat(row.get(name) or "")
    except (TypeError, ValueError) as error:
        expected = "a time such as 2026-03-14T18:00:00.1234567Z"
        raise WrongHand(found(row.get(name)), expected, CORRECT, field=name) from error
    with in_field(name):
        return moment(at.year, at.month, at.day, at.time(), at.tzinfo or dt.UTC)


def cards(value: Any, name: str) -> list[str]:
    """Cards such as `as` or `10h`, one or several in a text; none where unread."""
    texts = value if isinstance(value, list) else [] if value is None else [value]
    read = []
    for each in " ".join(str(text or "") for text in texts).split():
        card = _CARD.fullmatch(each)
        if not card:
            raise WrongHand(shown(each), "a card such as as or 10h", CORRECT, field=name)
        read.append(("T" if card[1] == "10" else card[1].upper()) + card[2].lower())
    return read
