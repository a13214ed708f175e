"""Answer key of a simulated log: its faults, and the findings that an audit must report."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct


class Expected(Struct, frozen=True):
    """A finding. seat None: any seat or none. hand None: the fault's own hand."""

    code: str
    seat: int | None = None
    hand: int | None = None


class Injected(Struct, frozen=True, kw_only=True):
    """One fault of a log. hand None: the whole log.

    must: findings that an audit must report. may: codes that may follow; others are false alarms.
    """

    kind: str  # the fault's name
    code: str  # the first of the codes that must be reported
    hand: int | None
    seat: int | None
    description: str
    field: str  # what was altered
    recorded: int | str | None
    true: int | str | None
    must: tuple[Expected, ...]
    may: tuple[str, ...] = ()


def shown(value: Any) -> int | str | None:
    """A value of the key; true and false are text."""
    if value is UNSET or value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, int) else str(value)
