"""Cache of what several checks read of one view, until the next view, or until nobody needs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

View = TypeVar("View")
T = TypeVar("T")

_forgotten: list[Callable[[], None]] = []


def shared(function: Callable[[View], T]) -> Callable[[View], T]:
    """A function of a view that keeps its last result, and the view, until `forget`; for several checks."""
    last = lru_cache(maxsize=1)(function)
    _forgotten.append(last.cache_clear)
    return last


def forget() -> None:
    """Gives up the results kept, as a view may be a whole log; the next call computes them again."""
    for each in _forgotten:
        each()
