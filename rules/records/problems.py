"""Problems of a file for the person who made it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from rules.pot_hands import ACTS, GAMES, LIMITS, POSTS, STREETS
from rules.records.accepted import ACCEPTED, Accepted
from rules.records.events import FORMAT
from rules.records.listed import words_at

MOST_SHOWN = 100  # lines
MOST_OF_A_LINE = 5
MOST_COUNTED = 10_000  # lines; a file of which so many cannot be read is read no further
MOST_REFUSED = 8 << 20  # bytes of such lines, which is some times what 10,000 honest events have
DEEPEST = 200  # objects and lists within each other; Pythons differ in how many they read
_FOUND_LENGTH = 80
_WHOLE = "a whole file: it was cut off, so send it again"
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"?')
_DEEPER = np.zeros(256, np.int8)  # by byte: +1 for what opens an object or a list, -1 for what closes it
_DEEPER[list(b"[{")], _DEEPER[list(b"]}")] = 1, -1
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")


class Problem(Struct, frozen=True):
    """A problem; ``line`` counts from 1, ``field`` is a path such as `seats[1].net`."""

    line: int
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.field}" if self.field else "")
        return f"{where}: found {self.found}; expected {self.expected}"


class Refused(ValueError):
    """A refused file: problems of its first lines with any, and their number. more: reading stopped. sentence:
    fault and remedy, or empty.
    """

    def __init__(
        self,
        problems: Iterable[Problem],
        count: int,
        more: bool = False,
        form: str = FORMAT,
        sentence: str = "",
    ) -> None:
        self.problems = tuple(problems)
        self.count = count
        self.sentence = sentence
        lines = ("1 line" if count == 1 else f"{count:,} lines") + " or more" * more
        file = "log" if form == FORMAT else "file"
        super().__init__(sentence or f"The {file} was refused: {lines} cannot be read as {form}.")


class TooDeep(ValueError):
    """A line nested deeper than DEEPEST."""


class LineProblems:
    """Collects problems in any order; keeps those of the first lines."""

    def __init__(self, events: Accepted | None = None, most: int = MOST_SHOWN) -> None:
        self._events = events or ACCEPTED
        self._most = most
        self._lines: set[int] = set()
        self._bytes = 0
        self._cut: int | None = None  # the line in the middle of which the file ends
        self._first: dict[int, list[Problem]] = {}

    def __bool__(self) -> bool:
        return bool(self._lines)

    @property
    def enough(self) -> bool:
        """Whether so many lines have problems that reading stops."""
        return len(self._lines) >= MOST_COUNTED or self._bytes > MOST_REFUSED

    def add_line(self, line: int, raw: bytes, error: Exception, *, last: bool = False) -> None:
        """Add the problem of an undecodable line. last: the file ends within it."""
        self._bytes += len(raw)
        if last and _breaks_off(raw):
            self._cut = line
            self.add(Problem(line, "", "the end of the file in the middle of this line", _WHOLE))
            return
        self.add(problem_of(line, raw, error, self._events))

    def add(self, problem: Problem) -> None:
        self._lines.add(problem.line)
        reported = self._first.setdefault(problem.line, [])
        if len(reported) < MOST_OF_A_LINE:
            reported.append(problem)
        if len(self._first) > 2 * self._most:
            self._first = {line: self._first[line] for line in sorted(self._first)[: self._most]}

    def refused(self) -> Refused:
        shown_lines = sorted(self._first)[: self._most]
        return Refused(
            [problem for line in shown_lines for problem in self._first[line]],
            min(len(self._lines), MOST_COUNTED),
            self.enough,
            self._events.format,
            self._sentence(),
        )

    def _sentence(self) -> str:
        if self._cut is None or len(self._lines) > 1:
            return ""
        return f"The file ends in the middle of line {self._cut}: it was cut off. Send the whole file."


def _breaks_off(raw: bytes) -> bool:
    if not raw.lstrip().startswith(b"{"):
        return False
    try:
        decoded(raw)
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    except msgspec.DecodeError as error:
        return "truncated" in str(error)
    except TooDeep:
        pass
    return False


def shown(value: Any) -> str:
    """A value of the file, cut to a readable length."""
    try:
        text = msgspec.json.encode(value).decode("utf-8", "replace")
    except (TypeError, UnicodeEncodeError):
        text = repr(value)
    return _readable(text)


def decoded(raw: bytes) -> Any:
    """A line as plain values. Raises TooDeep, msgspec.DecodeError, UnicodeDecodeError."""
    if _depth(raw) > DEEPEST:
        raise TooDeep
    return msgspec.json.decode(raw)


def _depth(raw: bytes) -> int:
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return 0
    steps = _DEEPER[np.frombuffer(_TEXT.sub(b"", raw), np.uint8)]
    return int(steps.cumsum(dtype=np.int32).max(initial=0))


def problem_of(line: int, raw: bytes, error: Exception, events: Accepted) -> Problem:
    """Problem behind an error in decoding a line."""
    try:
        raw.decode("utf-8")
        value = decoded(raw)
    except UnicodeDecodeError as wrong:
        return Problem(
            line, "", f"byte 0x{wrong.object[wrong.start]:02x}, which is not UTF-8", "text in UTF-8"
        )
    except TooDeep:
        return Problem(line, "", "objects or lists nested hundreds deep", "one event of the format")
    except msgspec.DecodeError as wrong:
        return Problem(line, "", _cut(raw), f"one JSON object a line ({_reason(wrong)})")
    return _of_value(line, value, str(error), events)


def format_problem(line: int, found: str, form: str = FORMAT) -> Problem:
    """Problem of another format or version."""
    return Problem(line, "format", shown(found), f"a format that is read here: {form}")


def _cut(raw: bytes) -> str:
    return _readable(raw[:400].decode("utf-8", "replace"))


def _readable(text: str) -> str:
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:400])
    return text if len(text) <= _FOUND_LENGTH else text[: _FOUND_LENGTH - 1] + "…"


def _reason(error: Exception) -> str:
    return str(error).removeprefix("JSON is malformed: ")


def _of_value(line: int, value: Any, message: str, events: Accepted) -> Problem:
    cause, _, path = message.partition(" - at `")
    path = path.rstrip("`")
    found = _walk(value, path)
    field = path.removeprefix("$").removeprefix(".")
    if not isinstance(value, dict):
        return Problem(line, "", shown(value), "one JSON object a line")
    form = value.get("format")
    if value.get("event") == events.first and isinstance(form, str) and form != events.format:
        return format_problem(line, form, events.format)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", cause, re.DOTALL):
        name = _readable(unknown[1])
        where = f"{field}.{name}" if field else name
        value_there = found.get(unknown[1]) if isinstance(found, dict) else None
        return Problem(line, where, shown(value_there), _unknown_expected(name))
    if missing := re.fullmatch(r"Object missing required field `(.*)`", cause):
        where = f"{field}.{missing[1]}" if field else missing[1]
        return Problem(line, where, "no such field", _missing_expected(missing[1], events))
    if field == "event":
        return Problem(line, field, shown(found), _event_expected(found, events))
    if cause.startswith(("Invalid enum value", "Invalid value")):
        return Problem(line, field, shown(found), _value_expected(value, field, found, events))
    expected = cause.removeprefix("Expected ").split(", got ")[0].replace("`", "")
    expected = re.sub(r"matching regex '(.*)'", r"of the form \1", expected)
    if found is None:
        expected += "; a field that was not recorded is left out"
    return Problem(line, field, shown(found), _plain(expected))


_WORDS = {
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}


def _plain(expected: str) -> str:
    if " | " in expected:
        return " or ".join(map(_plain, expected.split(" | ")))
    first, _, rest = expected.partition(" ")
    word = _WORDS.get(first.rstrip(";"), first)
    if first.endswith(";"):
        word += ";"
    return f"{word} {rest}".strip()


def _event_expected(found: Any, events: Accepted) -> str:
    if found in events.reserved:
        return f"an event of {events.format}; '{found}' is kept for a later version of the format"
    return _one_of("events", events.names, found)


# Fields of pot games whose values are listed, by the end of their paths.
_VALUES = {
    "game": ("games", GAMES),
    "limit": ("limits", LIMITS),
    "street": ("streets", STREETS),
    "reached": ("streets", STREETS),
    "acts[].act": ("acts", ACTS),
    "acts[].kind": ("posts", POSTS),
}


def _value_expected(value: dict[str, Any], field: str, found: Any, events: Accepted) -> str:
    path = re.sub(r"\d+", "", field)
    listed = _VALUES.get(path) or _VALUES.get(path.rpartition(".")[2])
    if listed and events.format == FORMAT:
        return _one_of(*listed, found)
    words = words_at(events.union, value.get("event"), field)
    return (
        _one_of("values", words, found) if words else "one of the values that the format lists for this field"
    )


def _one_of(what: str, words: tuple[str, ...], found: Any) -> str:
    near = difflib.get_close_matches(str(found), words, 1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    return f"one of the {what} " + ", ".join(words) + hint


def _missing_expected(name: str, events: Accepted) -> str:
    if name == "event":
        return "one of the events " + ", ".join(events.names)
    return "this field, which every such event must have"


def _unknown_expected(name: str) -> str:
    return (
        f"no field '{name}': the format has none of that name here (a field for your own use begins with _)"
    )


def _walk(value: Any, path: str) -> Any:
    for key, index in _STEP.findall(path.removeprefix("$")):
        try:
            value = value[key] if key else value[int(index)]
        except (KeyError, IndexError, TypeError, ValueError):
            return value
    return value
