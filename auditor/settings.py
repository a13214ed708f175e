"""Numbers that variables of the environment set."""

from __future__ import annotations


class BadLimit(ValueError):
    """A limit that is none, in words for the person who set it."""


def whole_number(variable: str, text: str, default: int) -> int:
    """The number that a variable has, from 1 on; where its text is empty, the default. Raises BadLimit."""
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:19]) <= 10**18):
        raise BadLimit(f"{variable} is {text!r}; a whole number from 1 on is expected.")
    return int(text)
