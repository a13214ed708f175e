"""Numbers that variables of the environment set."""

from __future__ import annotations


class BadLimit(ValueError):
    """An invalid limit, in words for the person who set it."""


def whole_number(variable: str, text: str, default: int) -> int:
    """A variable's number, at least 1; the default for "". Raises BadLimit."""
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:19]) <= 10**18):
        raise BadLimit(f"{variable} is {text!r}; a whole number from 1 on is expected.")
    return int(text)
