"""Checkers of values, one class a kind.

A problem is (steps below the place, message).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from rules.controls.sections.head import YEARS
from rules.controls.sections.parameter_types import Meaning
from rules.record_levels import LEVELS

What = Literal["number", "switch", "day", "choice", "choices", "texts", "text"]
Problem = tuple[tuple[str, ...], str]
UNKNOWN = "no such section or key"
MISSING = "missing data for required field"
EMPTY = "field may not be null"


class Value(Struct, frozen=True):
    """Any value.

    refusal: words in place of the usual ones.
    """

    refusal: str = ""
    means: Meaning | None = None

    def problems(self, found: Any) -> Iterator[Problem]:
        return iter(())

    def below(self, step: str) -> Value | None:
        """Checker one step below; None: nothing can be there."""
        return None

    def refused(self, found: Any, usual: str) -> Iterator[Problem]:
        """Problem of the value itself."""
        yield (), self.refusal.format(found=found) or usual


class WordsInFile(Value, frozen=True):
    """A text. words: allowed; longest: characters. None: any."""

    words: tuple[str, ...] = ()
    pattern: str | None = None
    longest: int | None = None

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, str):
            yield (), "not a valid string"
        elif self.words and found not in self.words:
            yield from self.refused(found, f"must be one of: {', '.join(self.words)}")
        elif self.pattern is not None and not re.match(self.pattern, found):
            yield from self.refused(found, "string does not match expected pattern")
        elif self.longest is not None and len(found) > self.longest:
            yield from self.refused(found, f"longer than maximum length {self.longest}")


class Number(Value, frozen=True):
    """A whole number from ``least`` to ``most``."""

    least: int | None = None
    most: int | None = None

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, int) or isinstance(found, bool):
            yield (), "not a valid integer"
        elif (self.least is not None and found < self.least) or (self.most is not None and found > self.most):
            bounds = {"greater": self.least, "less": self.most}
            ends = [f"{word} than or equal to {end}" for word, end in bounds.items() if end is not None]
            yield from self.refused(found, f"must be {' and '.join(ends)}")


class Switch(Value, frozen=True):
    """True or false of TOML."""

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, bool):
            yield (), "true or false is wanted, without quotes"


class DayValue(Value, frozen=True):
    """A TOML date."""

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, dt.date) or isinstance(found, dt.datetime):
            yield (), "a day is written 2026-03-14, without quotes"
        elif not YEARS[0] <= found.year <= YEARS[1]:
            yield (), f"a day of the years {YEARS[0]} to {YEARS[1]} is wanted"


class LocalTime(Value, frozen=True):
    """A TOML date and time without offset."""

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, dt.datetime) or found.tzinfo is not None:
            yield (), "a local time is written 2013-07-13T17:00:00, without quotes and offset"


class ClauseIds(Value, frozen=True):
    """One clause id, or a list of them."""

    def problems(self, found: Any) -> Iterator[Problem]:
        cites = [found] if isinstance(found, str) else found
        if (
            not isinstance(cites, list)
            or not cites
            or not all(isinstance(each, str) and each for each in cites)
        ):
            yield (), "a citation is a clause id or a list of clause ids"


class SomeWords(Value, frozen=True):
    """A word of some, or a list."""

    words: tuple[str, ...] = ()

    def problems(self, found: Any) -> Iterator[Problem]:
        chosen = found if isinstance(found, list) else [found]
        if not chosen or not all(isinstance(each, str) and each in self.words for each in chosen):
            yield (), f"must be one of, or a list of: {', '.join(self.words)}"
        elif len(set(chosen)) < len(chosen):
            yield (), "names one twice"


class LevelOfRecord(Value, frozen=True):
    """A level of record, or a table by family or pot game."""

    games: tuple[str, ...] = ()

    def problems(self, found: Any) -> Iterator[Problem]:
        given = found if isinstance(found, dict) else {self.games[0]: found}
        words = [each for each in given.values() if isinstance(each, str)]
        if unknown := sorted(set(given) - set(self.games)):
            yield (), f"{unknown[0]!r} is no game; there are: {', '.join(self.games)}"
        elif not given or not set(words) <= set(LEVELS):
            yield (), f"must be one of: {', '.join(LEVELS)}; or a table of them by game"
        elif len(words) < len(given):
            yield (), "a level of record is a word, such as rows"

    def below(self, step: str) -> Value | None:
        return self if step in self.games else None


class SeveralValues(Value, frozen=True):
    """A list of ``inner``, of ``least`` to ``most`` items."""

    inner: Value = Value()
    least: int | None = None
    most: int | None = None

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, list):
            yield (), "not a valid list"
            return
        wrong = False
        for place, each in enumerate(found):
            for steps, message in _at(str(place), self.inner, each):
                wrong = True
                yield steps, message
        few = self.least is not None and len(found) < self.least
        if not wrong and (few or (self.most is not None and len(found) > self.most)):
            yield from self.refused(found, self._length())

    def _length(self) -> str:
        if self.least is not None and self.most is not None:
            return f"length must be between {self.least} and {self.most}"
        if self.most is None:
            return f"shorter than minimum length {self.least}"
        return f"longer than maximum length {self.most}"

    def below(self, step: str) -> Value | None:
        return self.inner if step.isdecimal() else None


class NamedValues(Value, frozen=True):
    """A table of named values. whole: finds faults of all together."""

    key: Value = Value()
    inner: Value = Value()
    whole: Callable[[Any], str | None] | None = None

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, Mapping):
            yield (), "not a valid mapping type"
            return
        wrong = False
        for each, value in found.items():
            for steps, message in (*_at(each, self.key, each), *_at(each, self.inner, value)):
                wrong = True
                yield steps, message
        of_all = self.whole(found) if self.whole is not None and not wrong else None
        if of_all is not None:
            yield (), of_all

    def below(self, step: str) -> Value | None:
        return self.inner


class TableValue(Value, frozen=True):
    """A table of known keys."""

    keys: Mapping[str, Value] = {}
    demanded: frozenset[str] = frozenset()

    def problems(self, found: Any) -> Iterator[Problem]:
        if not isinstance(found, Mapping):
            yield (), "invalid input type"
            return
        for key, value in self.keys.items():
            if key in found:
                yield from _at(key, value, found[key])
            elif key in self.demanded:
                yield (key,), MISSING
        for key in found:
            if key not in self.keys:
                yield (key,), UNKNOWN

    def below(self, step: str) -> Value | None:
        return self.keys.get(step)


def _at(step: str, value: Value, found: Any) -> Iterator[Problem]:
    if found is None and type(value) is not Value:
        yield (step,), EMPTY
        return
    for steps, message in value.problems(found):
        yield (step, *steps), message
