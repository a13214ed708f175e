"""Checkers derived from the structs of sections."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from msgspec import Meta
from msgspec.structs import fields, replace

from rules.controls.schema.values_in_files import (
    ClauseIds,
    DayValue,
    LevelOfRecord,
    LocalTime,
    NamedValues,
    Number,
    SeveralValues,
    SomeWords,
    Switch,
    TableValue,
    Value,
    WordsInFile,
)
from rules.controls.sections import Sections
from rules.controls.sections.base import Section
from rules.controls.sections.head import FilingRequirements, Head
from rules.controls.sections.parameter_types import Demanded, In, Meaning, Means, OneOf, RefusalWords

LONGEST_PATH = 200  # characters of the path of a parameter; the library's longest has 25
MOST_PATCHES = 32  # parameters that a file's own readings set; the library's most are 9

M = TypeVar("M")


class Typed(NamedTuple):
    """A type without None, and its marks, inner first."""

    kind: Any
    marks: tuple[Any, ...]

    def mark(self, of: type[M]) -> M | None:
        """Outermost mark of a type; None: none."""
        return next((each for each in reversed(self.marks) if isinstance(each, of)), None)

    def bound(self, name: str) -> Any:
        """Bound of a mark (`ge`, `max_length`); None: none."""
        found = (getattr(each, name) for each in reversed(self.marks) if isinstance(each, Meta))
        return next((each for each in found if each is not None), None)


def typed(kind: Any) -> Typed:
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
        found = typed(inner)
        return Typed(found.kind, (*found.marks, *marks))
    if get_origin(kind) in (Union, UnionType):
        members = [each for each in get_args(kind) if each is not NoneType]
        if len(members) == 1:
            return typed(members[0])
    return Typed(kind, ())


@cache
def ruleset_file() -> TableValue:
    """Checker of a revision's file: head, sections, requirements, readings."""
    sections = _table(Sections)
    keys = {
        "ruleset": _value(Head),
        **sections.keys,
        "filing": _value(FilingRequirements),
        "reading": _readings(),
    }
    return TableValue(keys=keys, demanded=frozenset({"ruleset"}))


def _readings() -> Value:
    """Checker of values that readings set, by ambiguity, reading and path."""
    patch = NamedValues(key=WordsInFile(longest=LONGEST_PATH))
    return NamedValues(
        key=WordsInFile(), inner=NamedValues(key=WordsInFile(), inner=patch), whole=_many_patches
    )


def _many_patches(readings: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str | None:
    """Problem of too many values of readings, since each is tried singly."""
    found = sum(len(patch) for each in readings.values() for patch in each.values())
    if found <= MOST_PATCHES:
        return None
    return f"{found:,} parameters are set by readings; at most {MOST_PATCHES} can be"


@cache
def _table(section: type[Section]) -> TableValue:
    own = {each.encode_name: each.type for each in fields(section)}
    kinds = {key: (dict(section.beside) | own)[key] for key in (*_about_the_table(section, own), *own)}
    marked = {key: typed(kind) for key, kind in kinds.items()}
    demanded = frozenset(key for key, each in marked.items() if each.mark(Demanded))
    return TableValue(keys={key: _of(each) for key, each in marked.items()}, demanded=demanded)


def _about_the_table(section: type[Section], own: Iterable[str]) -> list[str]:
    return [each for each in ("cite", "fixed", "text", "cited") if each in section.beside or each in own]


def _value(kind: Any) -> Value:
    return _of(typed(kind))


def _of(each: Typed) -> Value:
    refused, made = each.mark(RefusalWords), _checker(each)
    means = meaning(each)
    if not refused and means is None:
        return made
    return replace(made, refusal=refused.text if refused else "", means=means)


def meaning(each: Typed) -> Meaning | None:
    """Outermost text of the marks, all words, and measure; None: no text."""
    means = [mark for mark in each.marks if isinstance(mark, Means)]
    words = {word: text for mark in means for word, text in mark.words.items()}
    measure = each.mark(In)
    return Meaning(means[-1].text, words, measure.measure if measure else "") if means else None


def _checker(each: Typed) -> Value:
    kind = each.kind
    if isinstance(kind, type) and issubclass(kind, Section):
        return _table(kind)
    if kind is int:
        return Number(least=each.bound("ge"), most=each.bound("le"))
    if kind is str:
        words = each.mark(OneOf)
        allowed = words.words if words else ()
        return WordsInFile(words=allowed, pattern=each.bound("pattern"), longest=each.bound("max_length"))
    if kind in _PLAIN:
        return _PLAIN[kind]
    return _MADE[_shape(kind)](each)


_PLAIN: Mapping[Any, Value] = {bool: Switch(), dt.date: DayValue(), dt.datetime: LocalTime(), Any: Value()}


def _shape(kind: Any) -> Any:
    """Literal, tuple or dict, or the set of those allowed."""
    origin = get_origin(kind)
    if origin not in (Union, UnionType):
        return origin
    origins = {get_origin(typed(each).kind) or each for each in get_args(kind)} - {NoneType}
    return Literal if origins == {Literal} else frozenset(origins)


def words_of(kind: Any) -> tuple[str, ...]:
    """Words of all Literals in a type."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(dict.fromkeys(word for each in get_args(kind) for word in words_of(each)))


def _several(each: Typed) -> Value:
    inner = _value(get_args(each.kind)[0])
    return SeveralValues(inner=inner, least=each.bound("min_length"), most=each.bound("max_length"))


def _named(each: Typed) -> Value:
    key, inner = get_args(each.kind)
    return NamedValues(key=_value(key), inner=_value(inner))


def _by_game(each: Typed) -> Value:
    table = next(kind for kind in get_args(each.kind) if get_origin(kind) is dict)
    games = typed(get_args(table)[0]).mark(OneOf)
    assert games is not None
    return LevelOfRecord(games=games.words)


_MADE: Mapping[Any, Callable[[Typed], Value]] = {
    Literal: lambda each: WordsInFile(words=words_of(each.kind)),
    tuple: _several,
    dict: _named,
    frozenset({str, tuple}): lambda each: ClauseIds(),
    frozenset({Literal, tuple}): lambda each: SomeWords(words=words_of(each.kind)),
    frozenset({Literal, dict}): _by_game,
}
