"""Sums of amounts of records, where not recorded is None."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET


def whole(amounts: Iterable[Any]) -> int | None:
    """The sum of amounts; None where one is unknown."""
    total = 0
    for each in amounts:
        if each is UNSET or each is None:
            return None
        total += each
    return total


def summed(amounts: Iterable[int]) -> int | None:
    """The sum of amounts; None where there is none."""
    found = list(amounts)
    return sum(found) if found else None
