"""Filter of audits by room, gaming days and state."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from auditor.store.rows import State

# State of an audit: one that waits is running once somebody has it in hand, which no fact says.
STATE = "CASE WHEN audits.state = 'queued' AND audits.owner IS NOT NULL THEN 'running' ELSE audits.state END"


class AuditFilter(Struct, frozen=True):
    """Filter of audits; None restricts nothing. Audited gaming days as ISO dates, both included."""

    room: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    states: tuple[State, ...] = ()


def of_room(room: str) -> tuple[str, list[Any]]:
    """SQL for an audit with something of a room, and values."""
    return (
        """
        (audits.room = ? OR EXISTS (SELECT 1 FROM audit_sessions AS part JOIN sessions AS s ON s.id = part.session
            WHERE part.audit = audits.id AND s.room = ?))
        """,
        [room, room],
    )


def of_days(first: str | None, last: str | None) -> tuple[str, list[Any]]:
    """SQL for an audit with something of some days, and values."""
    days = [first or "0000", last or "9999-99-99"]
    return (
        """
        (audits.day BETWEEN ? AND ? OR EXISTS (SELECT 1 FROM audit_sessions AS part JOIN sessions AS s
            ON s.id = part.session WHERE part.audit = audits.id AND s.day BETWEEN ? AND ?))
        """,
        days * 2,
    )


def filtered(wanted: AuditFilter) -> tuple[str, list[Any]]:
    """A filter as SQL and its values."""
    parts, values = ["TRUE"], list[Any]()
    if wanted.room is not None:
        sql, more = of_room(wanted.room)
        parts.append(sql)
        values += more
    if wanted.first_day is not None or wanted.last_day is not None:
        sql, more = of_days(wanted.first_day, wanted.last_day)
        parts.append(sql)
        values += more
    if wanted.states:
        on_record = sorted({"queued" if each == "running" else each for each in wanted.states})
        parts.append(f"audits.state IN ({_places(on_record)}) AND {STATE} IN ({_places(wanted.states)})")
        values += [*on_record, *wanted.states]
    return " AND ".join(parts), values


def _places(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
