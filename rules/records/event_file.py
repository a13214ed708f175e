"""A file of one header, events and perhaps a close, as records, of some hundred lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, field

from rules.records.accepted import Accepted
from rules.records.inspect import Inspector
from rules.records.problems import LineProblems, Problem, TooDeep, decoded, format_problem, shown
from rules.records.reader import event_of, lines_to_the_end, numbered_lines, text_of

MOST_EVENTS = 1 << 18
_BEGUN = re.compile(rb'\s*\{\s*"event"\s*:\s*"([a-z_]{1,40})"')

Wrong = Iterable[tuple[str, str, str]]  # field, what was found, what was expected
Further = Callable[[int, Any, LineProblems], None]


class ParsedEventFile(Struct):
    """Records of a file with lines from 1. ``close`` None: it has none."""

    header: Any
    events: list[tuple[int, Any]] = field(default_factory=list)
    close: tuple[int, Any] | None = None


def read_event_file(
    chunks: Iterable[bytes], accepted: Accepted, header: type[Struct], close: type[Struct], further: Further
) -> ParsedEventFile:
    """Read a file. Raises Refused with every problem. header, close: record types. further: adds problems of a typed record."""
    problems = LineProblems(accepted)
    file = _Reader(accepted, header, close, problems)
    inspector = Inspector(problems)
    expected = f"lines of JSON in {accepted.format}, plain or packed with gzip"
    for number, line, last in lines_to_the_end(text_of(chunks, expected)):
        event = event_of(number, line, accepted, problems, last=last)
        if event is not None:
            inspector.inspect(number, event)
            further(number, event, problems)
            file.place(number, event)
        if problems.enough or len(file.read.events) > MOST_EVENTS:
            break
    inspector.finish()
    return file.finished()


def first_line(chunks: Iterable[bytes]) -> dict[str, Any]:
    """The first line as plain values; empty where it is no JSON object."""
    for _, line in numbered_lines(chunks):
        found = _plain(line)
        return found if isinstance(found, dict) else {}
    return {}


def first_event(chunks: Iterable[bytes]) -> str | None:
    """Event of the first line, such as `session`, also of a broken one, whose reader then reports the fault; None: none."""
    for _, line in numbered_lines(chunks):
        found = _plain(line)
        if found is None and (begun := _BEGUN.match(line)):
            return begun[1].decode()
        event = found.get("event") if isinstance(found, dict) else None
        return event if isinstance(event, str) else None
    return None


def _plain(line: bytes) -> Any:
    try:
        return decoded(line)
    except (msgspec.DecodeError, UnicodeDecodeError, TooDeep):
        return None


class _Reader:
    def __init__(
        self, accepted: Accepted, header: type[Struct], close: type[Struct], problems: LineProblems
    ) -> None:
        self._accepted, self._header, self._close, self._problems = accepted, header, close, problems
        self.read = ParsedEventFile(None)

    def place(self, number: int, event: Any) -> None:
        if isinstance(event, self._header):
            self._begin(number, event)
        elif self.read.header is None:
            self._no_header(number, f'an event "{type(event).__struct_config__.tag}"')
        elif self.read.close is not None:
            expected = f"the close of line {self.read.close[0]} to be last"
            self._problems.add(Problem(number, "event", "an event after the close", expected))
        elif isinstance(event, self._close):
            self.read.close = (number, event)
        else:
            self._event(number, event)

    def _begin(self, number: int, event: Any) -> None:
        if self.read.header is not None:
            found = f'a second "{self._accepted.first}" event'
            self._problems.add(Problem(number, "event", found, "one, on the first line"))
        elif event.format != self._accepted.format:
            self._problems.add(format_problem(number, event.format, self._accepted.format))
        else:
            self.read.header = event

    def _no_header(self, number: int, found: str) -> None:
        if not self._problems:
            expected = f'the "{self._accepted.first}" event on the first line'
            self._problems.add(Problem(number, "event", found, expected))

    def _event(self, number: int, event: Any) -> None:
        self.read.events.append((number, event))
        if len(self.read.events) > MOST_EVENTS:
            found = f"the event number {MOST_EVENTS + 1:,}"
            self._problems.add(Problem(number, "event", found, f"a file of at most {MOST_EVENTS:,}"))

    def finished(self) -> ParsedEventFile:
        if self.read.header is None:
            self._no_header(1, f"no {self._accepted.first} line")
        if self._problems:
            raise self._problems.refused()
        return self.read


def one_of(field: str, stated: dict[str, Any]) -> Wrong:
    """Fields of which exactly one must be there."""
    there = {name: value for name, value in stated.items() if value is not UNSET}
    if len(there) != 1:
        *some, last = [f"`{name}`" for name in stated]
        found = "none of them" if not there else shown(there)
        yield field, found, f"one of {', '.join(some)} and {last}"
