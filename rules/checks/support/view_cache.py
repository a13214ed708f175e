"""Cache of what several checks read of one view."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

View = TypeVar("View")
T = TypeVar("T")

_forgotten: list[Callable[[], None]] = []


def shared(function: Callable[[View], T]) -> Callable[[View], T]:
    """Function of a view that keeps its last result until `forget`."""
    last = lru_cache(maxsize=1)(function)
    _forgotten.append(last.cache_clear)
    return last


def forget() -> None:
    """Give up kept results, since a view may be a whole log."""
    for each in _forgotten:
        each()
