"""What was filed and decided, in its order: the axis of what was known when."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.rows import Change, encoded

_SELECT = "SELECT id, at, room, action, ruleset, revision, by, reference, note, details FROM changes"


class Changes:
    """Changes by their number, which is a moment of knowledge."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def latest(self) -> int:
        """The number of the last change; 0 where there is none."""
        return latest(self._connections.db)

    def of_controls(self, room: str, ruleset: str, revision: int) -> list[Change]:
        """The life of a room's revision, from its first draft on."""
        rows = self._connections.db.execute(
            f"{_SELECT} WHERE room = ? AND ruleset = ? AND revision = ? ORDER BY id",
            [room, ruleset, revision],
        )
        return [_change(row) for row in rows]

    def of_room(self, room: str) -> list[Change]:
        """Everything that was filed and decided for a room."""
        rows = self._connections.db.execute(f"{_SELECT} WHERE room = ? ORDER BY id", [room])
        return [_change(row) for row in rows]


def latest(db: Database, room: str | None = None) -> int:
    """The number of the last change (of a room), within a transaction; 0 where there is none."""
    of_room = ("WHERE room = ?", [room]) if room is not None else ("", [])
    number: int | None = db.execute(f"SELECT max(id) FROM changes {of_room[0]}", of_room[1]).fetchone()[0]
    return number or 0


def append(
    db: Database,
    at: str,
    room: str,
    action: str,
    controls: tuple[str, int] | None = None,
    *,
    by: str | None = None,
    reference: str | None = None,
    note: str | None = None,
    details: dict[str, Any] | None = None,
) -> int:
    """Put a change on record; its number."""
    ruleset, revision = controls or (None, None)
    number = db.execute(
        "INSERT INTO changes (at, room, action, ruleset, revision, by, reference, note, details) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [at, room, action, ruleset, revision, by, reference, note, encoded(details or {})],
    ).lastrowid
    assert number is not None  # it was an INSERT
    return number


def _change(row: tuple[Any, ...]) -> Change:
    values = list(row)
    values[-1] = msgspec.json.decode(values[-1])  # details
    return Change(*values)
