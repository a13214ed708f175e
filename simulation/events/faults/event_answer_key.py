"""Answer key of a simulated tournament: its faults, and the findings that an audit must report."""

from __future__ import annotations

from msgspec import Struct


class ExpectedFinding(Struct, frozen=True):
    """A finding by name. line: of the event's file or the log of ``session``; None: any."""

    name: str
    line: int | None = None
    session: str | None = None


class InjectedFault(Struct, frozen=True, kw_only=True):
    """One fault of an event. must: findings of an audit. may: names that can follow."""

    kind: str  # the fault's name
    name: str  # of the first finding
    line: int | None
    session: str | None
    entry: int | None
    player: str | None
    table: str | None
    description: str
    field: str  # what was altered
    recorded: int | str | None
    true: int | str | None
    must: tuple[ExpectedFinding, ...]
    may: tuple[str, ...] = ()
