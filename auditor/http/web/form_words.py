"""Faults of the fields of a form, in words for the person who filled it in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import marshmallow as ma

_EMPTY = "Fill this in."
_WORDS = (  # of what a schema of the API says: a pattern, and what a page says instead
    (
        r"Missing data for required field\.|Field may not be null\.|Must not be blank\.|Shorter than minimum length 1\.",
        _EMPTY,
    ),
    (r"Not a valid integer\.|Not a valid number\.", "Write a whole number."),
    (r"Not a valid date\.", "Write a day such as 2026-03-14."),
    (r"Must be one of: (.+)\.", r"Choose one of: \1."),
    (r"Must be (a number of exhibits, or all)\.", r"Write \1."),
    (r"Longer than maximum length (\d+)\.", r"Write at most \1 characters."),
    (
        r"Must be greater than or equal to (-?\d+) and less than or equal to (-?\d+)\.",
        r"Write a number from \1 to \2.",
    ),
    (r"Must be printable characters(?: and line breaks)?\.", "Leave out characters that cannot be printed."),
    (r"Must not be before .from.\.", "The last day is before the first."),
)
_LENGTH = re.compile(r"Length must be between 1 and (\d+)\.")


def by_field(error: ma.ValidationError, values: dict[str, Any] | None = None) -> dict[str, str]:
    """Faults of each field, by its name; of a list, with any of its members. values: what was sent, by field; None: what the
    schema was given.
    """
    sent = values or (error.data if isinstance(error.data, dict) else {})
    return {name: _said(said, sent.get(name)) for name, said in error.messages_dict.items()}


def _said(said: Any, value: object) -> str:
    return " ".join(dict.fromkeys(in_words(each, value) for each in texts(said)))


def texts(said: Any) -> Iterator[str]:
    """The texts in what a schema says of a field, each once."""
    if isinstance(said, dict):
        for each in said.values():
            yield from texts(each)
    elif isinstance(said, list):
        yield from dict.fromkeys(map(str, said))
    else:
        yield str(said)


def in_words(text: str, value: object = None) -> str:
    """Words of a page for what a schema says of a value. value: what was given; None: not known."""
    if found := _LENGTH.fullmatch(text):
        return _EMPTY if value in ("", None) else f"Write at most {int(found[1]):,} characters."
    for pattern, words in _WORDS:
        if re.fullmatch(pattern, text):
            return re.sub(pattern, words, text)
    return text
