"""Values of records, and sums of them, where not recorded is None."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET


def known(value: Any) -> Any:
    """The value; None where it was not recorded."""
    return None if value is UNSET else value


def whole(amounts: Iterable[Any]) -> int | None:
    """The sum of amounts; None where one of them was not recorded or is not known."""
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
