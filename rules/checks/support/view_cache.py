"""Cache of what several checks read of one view, until the next view, or until nobody needs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

View = TypeVar("View")
T = TypeVar("T")

_forgotten: list[Callable[[], None]] = []


def shared(function: Callable[[View], T]) -> Callable[[View], T]:
    """A function of a view that keeps its last result, and with it the view, until `forget`; for what several checks read."""
    last = lru_cache(maxsize=1)(function)
    _forgotten.append(last.cache_clear)
    return last


def forget() -> None:
    """Give up what was kept: a view may be all of a log. Whoever asks again gets the same, worked out again."""
    for each in _forgotten:
        each()
