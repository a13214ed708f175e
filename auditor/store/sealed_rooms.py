"""Rooms with altered records, whose rules nobody can state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.store.connection import Connections
from auditor.store.stored_seals import KEYS, altered_rows, name_of

_ROOM = {
    "rooms": "id",
    "controls": "room",
    "changes": "room",
}  # tables that rules are read from: the column with the room
_ENTRIES = """
SELECT json_extract(record, '$.rooms') FROM register
WHERE (kind LIKE 'room.%' OR kind LIKE 'controls.%')
    AND (json_extract(record, '$.of') = :change
        OR (json_extract(record, '$.about.ruleset') = :ruleset AND json_extract(record, '$.about.revision') = :revision))
"""


def damaged_rooms(connections: Connections) -> dict[str, str]:
    """Rooms with altered terms, controls or changes, and what was altered in words; by the rows and by the register."""
    found: dict[str, str] = {}
    with connections.reading() as db:
        for subject in _ROOM:
            for key in altered_rows(db, subject, connections.seals_up_to(db)):
                name = f"{subject.removesuffix('s')} {name_of(key)}"
                for room in _rooms(db, subject, key):
                    found[room] = f"{name} is not what was written"
    return found


def _rooms(db: Database, subject: str, key: tuple[Any, ...]) -> Iterator[str]:
    if subject == "rooms":
        yield key[0]
        return
    where = " AND ".join(f"{name} = ?" for name in KEYS[subject])
    for (room,) in db.execute(f"SELECT {_ROOM[subject]} FROM {subject} WHERE {where}", key).fetchall():
        yield room
    change, (ruleset, revision) = (key[0], (None, None)) if subject == "changes" else (None, key)
    for (rooms,) in db.execute(_ENTRIES, {"change": change, "ruleset": ruleset, "revision": revision}):
        yield from msgspec.json.decode(rooms)
