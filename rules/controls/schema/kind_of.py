"""Kinds of values by place in a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.controls.schema.from_sections import ruleset_file
from rules.controls.schema.values_in_files import (
    ClauseIds,
    DayValue,
    LevelOfRecord,
    Number,
    SeveralValues,
    SomeWords,
    Switch,
    Value,
    What,
    WordsInFile,
)
from rules.controls.sections.parameter_types import Meaning
from rules.record_levels import LEVELS


class Kind(NamedTuple):
    """Kind of a value. words: those allowed, if limited."""

    what: What
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


_TEXT = Kind("text")


def kind_of(steps: Sequence[str]) -> Kind | None:
    """Kind at some keys, items by place; None: no such key."""
    value = _at(tuple(steps))
    return None if value is None else _described(value)


def meaning_of(steps: Sequence[str]) -> Meaning | None:
    """Meaning at some keys; None: no such key, or none stated."""
    value = _at(tuple(steps))
    return value.means if value is not None else None


@lru_cache(maxsize=4096)
def _at(steps: tuple[str, ...]) -> Value | None:
    value: Value | None = ruleset_file()
    for step in steps:
        value = value.below(step) if value is not None else None
    return value


def _described(value: Value) -> Kind:
    match value:
        case Switch():
            return Kind("switch")
        case DayValue():
            return Kind("day")
        case LevelOfRecord():
            return Kind("choice", LEVELS)
        case SomeWords(words=words):
            return Kind("choices", words)
        case Number(least=least, most=most):
            return Kind("number", (), least, most)
        case ClauseIds():
            return Kind("texts")
        case SeveralValues(inner=inner):
            return Kind("texts", _described(inner).words)
        case WordsInFile(words=words) if words:
            return Kind("choice", words)
    return _TEXT
