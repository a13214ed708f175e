"""Rows of two tables that are in the order of their keys, without those that are equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

AT_ONCE = 256  # rows that are compared together
_RANKS: dict[type, int] = {
    int: 1,
    float: 1,
    str: 2,
    bytes: 3,
}  # of values in SQLite's order; null comes first

Values = tuple[Any, ...]


def differing_rows(
    stored: Iterable[Values], said: Iterable[Values], places: list[int], at_once: int = AT_ONCE
) -> Iterator[tuple[Values | None, Values | None]]:
    """Rows that differ from those of the same key, and rows without such a one: of a store, and as facts say them.

    places: of the columns of the key. Most rows are equal, and are compared many at once.
    """
    left, right = iter(stored), iter(said)
    mine: list[Values] = []
    theirs: list[Values] = []
    while True:
        mine += islice(left, at_once - len(mine))
        theirs += islice(right, at_once - len(theirs))
        if not mine or not theirs:
            break
        if mine == theirs:
            mine, theirs = [], []
        else:
            yield from _one_by_one(mine, theirs, places)
    yield from ((row, None) for row in (*mine, *left))
    yield from ((None, row) for row in (*theirs, *right))


def _one_by_one(
    mine: list[Values], theirs: list[Values], places: list[int]
) -> Iterator[tuple[Values | None, Values | None]]:
    """Pairs of some rows until those of one side are used up; those that were used are removed."""
    at, other = 0, 0
    while at < len(mine) and other < len(theirs):
        row, said = mine[at], theirs[other]
        if row == said:
            at, other = at + 1, other + 1
            continue
        key, key_said = _in_order(row, places), _in_order(said, places)
        yield (row if key <= key_said else None), (said if key_said <= key else None)
        at, other = at + (key <= key_said), other + (key_said <= key)
    del mine[:at], theirs[:other]


def _in_order(row: Values, places: list[int]) -> list[tuple[int, Any]]:
    """Key of a row as SQLite orders keys, whatever a damaged row has in them."""
    return [
        (_RANKS.get(type(row[place]), 0), row[place] if row[place] is not None else 0) for place in places
    ]
