"""What is on record of a room's gaming days in addition to their sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

import msgspec
from sqlite_utils import Database

from auditor.store import changes
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.register import append_change
from auditor.store.rows import NewChange
from auditor.store.sessions import CURRENT
from rules.rooms.session_summary import DayTotals, Numbered

HALF_A_YEAR = dt.timedelta(days=183)
_NUMBERED = f"""
WITH others AS (
    SELECT json_extract(s.facts, '$.number') AS number, s.session, s.day FROM sessions AS s
    WHERE s.room = :room AND s.day BETWEEN :first AND :last AND s.day != :day AND {CURRENT}
)
SELECT number, session, day FROM others
WHERE number BETWEEN coalesce((SELECT max(number) FROM others WHERE number < :least), :least) AND :most
ORDER BY number, day, session
"""


class Days:
    """Totals of gaming days, and the running numbers of sessions."""

    def __init__(self, connections: Connections, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._caller = caller

    def totals(self, room: str, day: str) -> DayTotals | None:
        """The totals that the room gave last for a day; None where it gave none."""
        return _totals(self._connections.db, room, day)

    def put_totals(self, totals: DayTotals, at: str, by: str | None) -> bool:
        """Put the room's totals of a day on record, unless they are those that it gave last; and whether they were put."""
        details = {"day": totals.day, "totals": msgspec.to_builtins(totals)}
        with self._connections.writing() as db:
            if _totals(db, totals.room, totals.day) == totals:
                return False
            change = NewChange("totals", by, details=details)
            append_change(db, changes.append(db, at, totals.room, change, key=self._caller.key))
            return True

    def numbered(self, room: str, day: dt.date, numbers: Collection[int]) -> list[Numbered]:
        """Sessions of other days, in the half year before and after a day, whose running numbers are near some numbers.

        That is from the next lower number on record to the greatest of them. Of each session the current version counts.
        """
        if not numbers:
            return []
        others = {
            "room": room,
            "day": day.isoformat(),
            "first": (day - HALF_A_YEAR).isoformat(),
            "last": (day + HALF_A_YEAR).isoformat(),
            "least": min(numbers),
            "most": max(numbers),
        }
        rows = self._connections.db.execute(_NUMBERED, others)
        return [Numbered(number=number, session=session, day=played) for number, session, played in rows]


def _totals(db: Database, room: str, day: str) -> DayTotals | None:
    row = db.execute(
        "SELECT json_extract(details, '$.totals') FROM changes WHERE room = ? AND action = 'totals' "
        "AND json_extract(details, '$.day') = ? ORDER BY id DESC LIMIT 1",
        [room, day],
    ).fetchone()
    return msgspec.json.decode(row[0], type=DayTotals) if row else None
