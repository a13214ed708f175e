"""Filed and decided changes in order; a change's number names a snapshot of the registry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.errors import ChangedMeanwhile
from auditor.facts.recorded_fact import KeptFile
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.facts_of_changes import fact_of_change
from auditor.store.rows import FiledChange, NewChange, encoded
from auditor.store.sealed import Sealed

_SELECT = "SELECT id, at, room, action, ruleset, revision, by, reference, note, details, key FROM changes"


class Changes:
    """Changes by their number."""

    def __init__(self, connections: Connections, sealed: Sealed, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._sealed = sealed
        self._caller = caller

    def latest(self) -> int:
        """Number of the last change, or 0."""
        return latest(self._connections.db)

    def of_controls(self, room: str, ruleset: str, revision: int) -> list[FiledChange]:
        """Changes of a room's revision from its first draft."""
        seen, rooms = self._caller.where("room")
        return self._read(
            f"WHERE room = ? AND ruleset = ? AND revision = ? AND {seen} ORDER BY id",
            [room, ruleset, revision, *rooms],
        )

    def of_room(self, room: str) -> list[FiledChange]:
        """Changes of a room."""
        seen, rooms = self._caller.where("room")
        return self._read(f"WHERE room = ? AND {seen} ORDER BY id", [room, *rooms])

    def of_numbers(self, numbers: Iterable[int]) -> dict[int, FiledChange]:
        """Changes of the caller's rooms by number."""
        seen, rooms = self._caller.where("room")
        found = self._read(
            f"WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND {seen}",
            [encoded(list(numbers)), *rooms],
        )
        return {each.id: each for each in found}

    def _read(self, where: str, values: list[Any]) -> list[FiledChange]:
        found = [_change(row) for row in self._connections.db.execute(f"{_SELECT} {where}", values)]
        self._sealed.must_be_as_written("changes", ((each.id,) for each in found))
        return found


def latest(db: Database, room: str | None = None) -> int:
    """Number of the last change (of a room) within a transaction, or 0."""
    of_room = ("WHERE room = ?", [room]) if room is not None else ("", [])
    number: int | None = db.execute(f"SELECT max(id) FROM changes {of_room[0]}", of_room[1]).fetchone()[0]
    return number or 0


def must_be_unchanged(db: Database, room: str, seen: int | None) -> None:
    """Raise ChangedMeanwhile where a room changed after ``seen``, within a transaction; None permits any."""
    if seen is not None and latest(db, room) > seen:
        raise ChangedMeanwhile


def append(
    db: Database,
    log: FactLog,
    at: str,
    room: str,
    change: NewChange,
    controls: tuple[str, int] | None = None,
    *,
    key: str | None,
    file: KeptFile | None = None,
    **of_draft: Any,
) -> int:
    """Enter a change with what it makes, within a transaction, and return its number. key: the acting one; file, of_draft: as
    `fact_of_change` has them. Raises RecordDamaged.
    """
    number = log.next_change(db)
    common: dict[str, Any] = {
        "number": number, "at": at, "by": key, "rooms": (room,), "room": room,
        "who": change.by, "reference": change.reference, "note": change.note,
    }  # fmt: skip
    if controls is not None:
        common["ruleset"], common["revision"] = controls
    log.append(db, fact_of_change(change.action, change.details or {}, common, file, **of_draft))
    return number


def _change(row: tuple[Any, ...]) -> FiledChange:
    values = list(row)
    values[-2] = msgspec.json.decode(values[-2])  # details
    return FiledChange(*values)
