"""Faults of a store."""

from __future__ import annotations

from msgspec import Struct


class StoreFault(Struct, frozen=True):
    """Something that is not as it should be. ``table`` and ``row`` are empty where it is of no row."""

    table: str
    row: str
    expected: str
    found: str


class Unexamined(StoreFault, frozen=True):
    """Thing that could not be examined, with the error that says why."""

    error: Exception
