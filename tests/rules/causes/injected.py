"""One wrong fact in an honest event: what is changed in its lines."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.rules.causes.made import Change, Files, Line


def head(*path: str | int, to: Any) -> Change:
    """Set a value of the first line, such as ("rebuy", "price")."""

    def change(files: Files) -> None:
        _set(files.file[0], path, to)

    return change


def in_line(event: str, *path: str | int, to: Any, nth: int = 0, **having: Any) -> Change:
    """Set a value of the nth line of an event."""

    def change(files: Files) -> None:
        _set(files.one(event, nth, **having), path, to)

    return change


def without(event: str, nth: int = 0, **having: Any) -> Change:
    """Leave out a line."""

    def change(files: Files) -> None:
        files.file.remove(files.one(event, nth, **having))

    return change


def twice(event: str, nth: int = 0, **having: Any) -> Change:
    """Write a line twice."""

    def change(files: Files) -> None:
        line = files.one(event, nth, **having)
        files.file.insert(files.file.index(line), dict(line))

    return change


def later(event: str, nth: int = 0, field: str = "at", minutes: int = 60, **having: Any) -> Change:
    """Move the time of a line."""

    def change(files: Files) -> None:
        line = files.one(event, nth, **having)
        line[field] = moved(line[field], minutes)

    return change


def exchanged(event: str, path: tuple[str | int, ...], nth: int, other: int, **having: Any) -> Change:
    """Exchange a value between two lines of an event."""

    def change(files: Files) -> None:
        _exchange((files.one(event, nth, **having), path), (files.one(event, other, **having), path))

    return change


def exchanged_within(
    event: str, one: tuple[str | int, ...], other: tuple[str | int, ...], nth: int = 0
) -> Change:
    """Exchange two values of a line."""

    def change(files: Files) -> None:
        line = files.one(event, nth)
        _exchange((line, one), (line, other))

    return change


def head_later(field: str, minutes: int) -> Change:
    """Move a time of the first line."""

    def change(files: Files) -> None:
        files.file[0][field] = moved(files.file[0][field], minutes)

    return change


def moved(text: str, minutes: int) -> str:
    """A time so many minutes later."""
    return (dt.datetime.fromisoformat(text) + dt.timedelta(minutes=minutes)).isoformat()


def _exchange(one: tuple[Line, tuple[str | int, ...]], other: tuple[Line, tuple[str | int, ...]]) -> None:
    (line, path), (its, way) = one, other
    mine, theirs = _value(line, path), _value(its, way)
    _set(line, path, theirs)
    _set(its, way, mine)


def _value(line: Line, path: tuple[str | int, ...]) -> Any:
    found: Any = line
    for step in path:
        found = found[step]
    return found


def _set(line: Line, path: tuple[str | int, ...], to: Any) -> None:
    target: Any = line
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = to(target[path[-1]]) if callable(to) else to
