"""Lines about one thing, whose amount due is one sum."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from msgspec import UNSET

Line = TypeVar("Line")


def together(
    lines: Iterable[tuple[int, Line]], key: Callable[[Line], tuple[Hashable, ...]]
) -> list[list[tuple[int, Line]]]:
    """Lines by key in file order. A line whose key lacks a part is alone."""
    found: dict[tuple[Hashable, ...], list[tuple[int, Line]]] = {}
    for line, event in lines:
        of = key(event)
        found.setdefault((line,) if UNSET in of else (None, *of), []).append((line, event))
    return list(found.values())
