"""Faults of a store."""

from __future__ import annotations

from msgspec import Struct


class StoreFault(Struct, frozen=True):
    """A fault. ``table``, ``row``: "" where of no row."""

    table: str
    row: str
    expected: str
    found: str


class NotExamined(StoreFault, frozen=True):
    """Thing that a check could not look at, no fault: ``found`` says what, and what to do."""


class Unexamined(StoreFault, frozen=True):
    """A thing that could not be examined, with the error."""

    error: Exception


class Remark(StoreFault, frozen=True):
    """A thing that is named and is no fault. ``found``: in words."""
