"""What is on record of a room's gaming days beside their sessions."""

from __future__ import annotations

import msgspec

from auditor.store.connection import Connections
from rules.rooms.sitting import DayTotals


class Days:
    """Totals of gaming days, and the running numbers of sessions."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def totals(self, room: str, day: str) -> DayTotals | None:
        """What the room added up for a day, as it last said; None where it said nothing."""
        row = self._connections.db.execute(
            "SELECT json_extract(details, '$.totals') FROM changes WHERE room = ? AND action = 'totals' "
            "AND json_extract(details, '$.day') = ? ORDER BY id DESC LIMIT 1",
            [room, day],
        ).fetchone()
        return msgspec.json.decode(row[0], type=DayTotals) if row else None

    def number_before(self, room: str, day: str) -> int | None:
        """The highest running number of a session of an earlier day; None where none has a number."""
        number: int | None = self._connections.db.execute(
            "SELECT max(json_extract(facts, '$.number')) FROM sessions WHERE room = ? AND day < ?",
            [room, day],
        ).fetchone()[0]
        return number
