"""What is wrong with a store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it should be. ``table`` and ``row`` are empty where it is of no row."""

    table: str
    row: str
    expected: str
    found: str
