"""Quotes of a refused file's lines, short and escaped, with the place of the problem: that of the field's path
(`rules.records.problems`), or where the JSON breaks off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from auditor.evidence import Evidence
from rules.records.problems import Problem, Refused
from rules.records.reader import LONGEST_LINE, numbered_lines

AROUND = 70  # characters of a line on either side of the place
MOST_MARKED = 120
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class Quote(NamedTuple):
    """A part of a line. marked: the place, "" where not found. cut_before, cut_after: more is there."""

    before: str
    marked: str
    after: str
    cut_before: bool
    cut_after: bool


def quotes(evidence: Evidence, problems: Iterable[Problem]) -> dict[Problem, Quote]:
    """Lines of some problems, where the file can be read."""
    wanted: dict[int, list[Problem]] = {}
    for each in problems:
        wanted.setdefault(each.line, []).append(each)
    found: dict[Problem, Quote] = {}
    with suppress(Refused):  # gzip that is damaged: what comes before the damage is quoted
        for number, line in numbered_lines(evidence.chunks()):
            for each in wanted.pop(number, ()):
                found[each] = quote(line, each.field)
            if not wanted:
                break
    return found


def quote(line: bytes, field: str) -> Quote:
    """A part of a line with a field's place."""
    line = line[:LONGEST_LINE].strip()
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as wrong:
        before = line[: wrong.start].decode("utf-8")
        text = before + line[wrong.start :].decode("utf-8", "backslashreplace")
        return _cut(text, len(before), len(before) + 4)
    start, end = place_of(text, field)
    return _cut(text, start, end)


def place_of(text: str, field: str) -> tuple[int, int]:
    """Start and end of a field's value, or where the JSON breaks off. Equal ones: start of the object that lacks the field."""
    start = 0
    try:
        end = _DECODER.raw_decode(text)[1]
        if _SPACE.fullmatch(text, end) is None:
            return end, end + 1
        for key, index in _STEP.findall(field):
            start, end = _member(text, start, key or int(index))
        return (start, end) if field else (0, 0)
    except json.JSONDecodeError as broken:
        return broken.pos, broken.pos + 1
    except (LookupError, RecursionError, ValueError):
        return start, start


def _member(text: str, at: int, wanted: str | int) -> tuple[int, int]:
    """Start and end of a member's value. Raises KeyError."""
    if text[at] not in "{[" or (text[at] == "[") != isinstance(wanted, int):
        raise KeyError(wanted)
    number, position, found = 0, _skip(text, at + 1), None
    while text[position] not in "}]":
        name: str | int = number
        if text[at] == "{":
            name, position = _DECODER.raw_decode(text, position)
            position = _skip(text, _skip(text, position) + 1)  # the colon
        end = _DECODER.raw_decode(text, position)[1]
        if name == wanted:
            found = position, end  # of a name that comes twice, the last counts
        position = _skip(text, end)
        if text[position] == ",":
            position = _skip(text, position + 1)
        number += 1
    if found is None:
        raise KeyError(wanted)
    return found


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None  # it matches nothing, too
    return found.end()


def _cut(text: str, start: int, end: int) -> Quote:
    start, end = min(start, len(text)), min(end, len(text))
    last = min(end, start + MOST_MARKED)
    first = max(0, start - AROUND)
    after = min(len(text), last + AROUND + (AROUND if start == end else 0))
    return Quote(
        _printable(text[first:start]),
        _printable(text[start:last]) + "…" * (last < end),
        "" if last < end else _printable(text[last:after]),
        first > 0,
        last < end or after < len(text),
    )


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
