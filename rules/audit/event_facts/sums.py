"""Sums of amounts; unrecorded is None."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET


def whole(amounts: Iterable[Any]) -> int | None:
    """Sum of amounts; None: one is unknown."""
    total = 0
    for each in amounts:
        if each is UNSET or each is None:
            return None
        total += each
    return total


def summed(amounts: Iterable[int]) -> int | None:
    """Sum of amounts; None: there are none."""
    found = list(amounts)
    return sum(found) if found else None
