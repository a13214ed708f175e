"""Other values of a parameter: the other switch, each other word, some figures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from rules.controls.schema.kind_of import Kind

NOT_STATED = None  # the parameter is left out, which is no value of a file
MOST_WORDS = 12  # other words of a choice that are tried
_TEXTS = (
    "EUR",
    "USD",
    "06:00",
    "12:00",
    "2",
    "5",
    "6",
    "8",
    "J",
    "Q",
    "K",
    "A",
    "JQ",
    "none",
    "2014-01-01 12:00:00",
)
_STEPS = (1, -1)


def other_values(value: Any, kind: Kind | None) -> Iterator[Any]:
    """Candidates, the likeliest to show first; each has to be legal in its ruleset."""
    seen = [repr(value)]
    for each in _candidates(value, kind or Kind("text")):
        if repr(each) not in seen:
            seen.append(repr(each))
            yield each


def values_of(kind: Kind) -> Iterator[Any]:
    """Candidates for a parameter that is not stated."""
    if kind.what == "switch":
        yield from (True, False)
    elif kind.what == "number":
        yield from (kind.least or 0, 1, 2, 100)
    elif kind.what == "choice":
        yield from kind.words[:MOST_WORDS]
    elif kind.what in ("choices", "texts"):
        yield from ([each] for each in kind.words[:MOST_WORDS])


def _candidates(value: Any, kind: Kind) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from _figures(value, kind)
    elif isinstance(value, float):
        yield from (value * 2, value / 2, value + 0.5)
    elif isinstance(value, list):
        yield from _lists(value, kind)
    elif isinstance(value, dt.datetime):
        yield value + dt.timedelta(hours=3)
    elif isinstance(value, dt.date):
        yield from (value + dt.timedelta(days=step) for step in (1, -1, 400))
    elif len(kind.words) == 1 and kind.what == "choice":
        yield NOT_STATED
    elif kind.words:
        yield from (each for each in kind.words[:MOST_WORDS])
        yield from ([each] for each in kind.words[:2] if kind.what == "choices")
    else:
        yield from _TEXTS


def _figures(value: int, kind: Kind) -> Iterator[int]:
    """Twice, half, one more, one less, the least."""
    least = 0 if kind.least is None else kind.least
    found = (value * 2, value // 2, *(value + step for step in _STEPS), least)
    yield from dict.fromkeys(each for each in found if each >= least)


def _lists(value: list[Any], kind: Kind) -> Iterator[list[Any]]:
    """One left out, one added, reversed; of figures one more or less of the first."""
    if value and isinstance(value[0], int) and not isinstance(value[0], bool):
        yield [value[0] + 1, *value[1:]]
        yield [value[0] - 1, *value[1:]]
        if len(value) > 1:
            yield [value[0] - 1, value[1] + 1, *value[2:]]
    for place in range(len(value)):
        yield value[:place] + value[place + 1 :]
    yield from ([*value, word] for word in kind.words[:MOST_WORDS] if word not in value)
    if len(value) > 1:
        yield value[::-1]
