"""The service's own log on standard error, without secrets or contents of logs.

Each entry is one line, with control characters escaped. A traceback shows places, never an error's words, which may quote a log.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from typing import Any, TextIO

import structlog
from sqlite_utils.utils import sqlite3
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

SHAPE_VARIABLE = "AUDITOR_LOG"
SHAPES = ("json", "text")
LONGEST_VALUE = 2000  # characters of a text in a line
_FIRST = ("timestamp", "level", "logger", "event", "request_id")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_OF_THE_MACHINE: tuple[type[BaseException], ...] = (sqlite3.Error, OSError)  # errors that never quote a log
_LEFT_OUT = "(what it says is left out: it may quote a log)"

Event = MutableMapping[str, Any]


class BadLogShape(ValueError):
    """A log shape that does not exist, in words for the operator."""


def configure(stream: TextIO | None = None) -> None:
    """Write the log to a stream (None: standard error), as JSON, or as text on a terminal, unless AUDITOR_LOG says otherwise.
    Raises BadLogShape.
    """
    stream = stream or sys.stderr
    shape = wanted_shape() or ("text" if stream.isatty() else "json")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(shape, colours=stream.isatty()))
    root = logging.getLogger()
    for each in root.handlers[:]:
        root.removeHandler(each)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("auditor").setLevel(logging.INFO)
    logging.captureWarnings(True)


def wanted_shape() -> str:
    """The shape in AUDITOR_LOG, or "". Raises BadLogShape."""
    shape = os.environ.get(SHAPE_VARIABLE, "")
    if shape and shape not in SHAPES:
        raise BadLogShape(f"{SHAPE_VARIABLE} is {shape!r}; json or text is expected.")
    return shape


def new_request_id(given: str | None = None) -> str:
    """The given id of a request if short and plain, else a new one."""
    return given if given and _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def begin(**context: Any) -> None:
    """Set the context of this thread's lines, replacing any."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(**context)


def end() -> None:
    """Clear the context of this thread's lines."""
    structlog.contextvars.clear_contextvars()


def shown(value: str) -> str:
    """A text on one line, escaped and cut."""
    cut = value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"
    if cut.isprintable():
        return cut
    return "".join(each if each.isprintable() else _escaped(each) for each in cut)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii", "replace")


def _formatter(shape: str, *, colours: bool) -> ProcessorFormatter:
    render = structlog.processors.JSONRenderer(ensure_ascii=True) if shape == "json" else _Text(colours)
    return ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            add_log_level,
            add_logger_name,
            ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="timestamp"),
        ],
        processors=[ProcessorFormatter.remove_processors_meta, _with_traceback, _on_one_line, render],
    )


class _Text:
    def __init__(self, colours: bool) -> None:
        self._line = structlog.dev.ConsoleRenderer(
            colors=colours, sort_keys=False, repr_native_str=True, pad_event_to=0
        )

    def __call__(self, logger: Any, method: str, event: Event) -> str:
        further = event.pop("traceback", ())
        return "\n".join([self._line(logger, method, event), *(f"    {each}" for each in further)])


def _with_traceback(_logger: Any, _method: str, event: Event) -> Event:
    info = event.pop("exc_info", None)
    event.pop("stack_info", None)
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["traceback"] = list(_traceback(error))
    return event


def _traceback(error: BaseException) -> Iterator[str]:
    """Traceback lines of an error, those of its causes first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _traceback(before)
    for frames in traceback.format_tb(error.__traceback__):
        yield from (each.strip() for each in frames.splitlines())
    says = str(error) if isinstance(error, _OF_THE_MACHINE) else _LEFT_OUT
    yield f"{type(error).__qualname__}: {says}"


def _on_one_line(_logger: Any, _method: str, event: Event) -> Event:
    names = sorted(event, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    return {name: _shown(event[name]) for name in names}


def _shown(value: Any) -> Any:
    if isinstance(value, list):
        return [_shown(each) for each in value]
    return value if value is None or isinstance(value, bool | int | float) else shown(str(value))
