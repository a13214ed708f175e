"""Rooms whose terms or controls are not as facts say, so that nobody can state their rules."""

from __future__ import annotations

from auditor.facts.tables import name_of
from auditor.store.stored_authority import StoredAuthority

_ROOM = {"rooms": "id", "controls": "room"}  # tables that rules are read from: the column with the room


def damaged_rooms(authority: StoredAuthority) -> dict[str, str]:
    """Rooms with altered terms or controls, and what was altered in words; by the rows and by the facts. Raises RecordDamaged."""
    found: dict[str, str] = {}
    for table, column in _ROOM.items():
        for key, rooms in authority.altered_rows(table, column).items():
            words = f"{table.removesuffix('s')} {name_of(key)} is not what was written"
            found |= dict.fromkeys(rooms, words)
    return found
