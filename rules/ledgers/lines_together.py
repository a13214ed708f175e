"""Lines of a ledger about one thing: the amount due is their sum."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from msgspec import UNSET

Line = TypeVar("Line")


def together(
    lines: Iterable[tuple[int, Line]], key: Callable[[Line], tuple[Hashable, ...]]
) -> list[list[tuple[int, Line]]]:
    """Lines with one key, in the order of the file. A line whose key lacks a part is alone."""
    found: dict[tuple[Hashable, ...], list[tuple[int, Line]]] = {}
    for line, event in lines:
        of = key(event)
        found.setdefault((line,) if UNSET in of else (None, *of), []).append((line, event))
    return list(found.values())
