"""Formats of hands that are recognised but not read."""

from __future__ import annotations

import re

_BEGIN = 1 << 12  # bytes in which the words of a format are looked for
_FORMATS = (
    (
        "a hand history of PartyPoker without a summary",
        re.compile(rb"^\*{5} Hand History for Game \d+ \*{5}", re.MULTILINE),
    ),
    ("a hand history of Winamax", re.compile(rb"^Winamax Poker - ", re.MULTILINE)),
    ("a hand history of CoinPoker", re.compile(rb"^CoinPoker Hand #", re.MULTILINE)),
)


def unread_format(data: bytes) -> str | None:
    """Unread format of a file, such as `a hand history of Winamax`, or None."""
    begin = data[:_BEGIN]
    text = begin.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n")
    return next((name for name, words in _FORMATS if words.search(begin) or words.search(text)), None)
