"""Facts of rooms' gaming days beside their sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

import msgspec
from sqlite_utils import Database

from auditor.store import changes
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.rows import NewChange
from auditor.store.sealed import Sealed
from auditor.store.stored_sessions import CURRENT
from rules.checks.day.session_summary import DayTotals, Numbered
from rules.typed import from_json

HALF_A_YEAR = dt.timedelta(days=183)
_day_totals = from_json(DayTotals)
_NUMBERED = f"""
WITH others AS (
    SELECT CAST(json_extract(s.facts, '$.number') AS BIGINT) AS number, s.session, s.day, s.id FROM sessions AS s
    WHERE s.room = :room AND s.day BETWEEN :first AND :last AND s.day != :day AND {CURRENT}
)
SELECT number, session, day, id FROM others
WHERE number BETWEEN coalesce((SELECT max(number) FROM others WHERE number < :least), :least) AND :most
ORDER BY number, day, session
"""


class DayRows:
    """Totals of gaming days, and sessions' running numbers."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def totals(self, room: str, day: str) -> DayTotals | None:
        """Last totals by the room for a day, or None."""
        row = _last_totals(self._connections.db, room, day)
        self._sealed.must_be_as_written("changes", [(row[0],)] if row else [])
        return row[1] if row else None

    def put_totals(self, totals: DayTotals, at: str, by: str | None) -> bool:
        """Record a room's totals of a day unless unchanged; whether recorded."""
        details = {"day": totals.day, "totals": msgspec.to_builtins(totals)}
        with self._connections.writing() as db:
            before = _last_totals(db, totals.room, totals.day)
            if before is not None and before[1] == totals:
                return False
            change = NewChange("totals", by, details=details)
            changes.append(db, self._log, at, totals.room, change, key=self._caller.key)
            return True

    def numbered(self, room: str, day: dt.date, numbers: Collection[int]) -> list[Numbered]:
        """Current sessions of other days within half a year whose running numbers are near some: from the next lower to the
        greatest. Raises RecordDamaged.
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
        rows = self._connections.db.execute(_NUMBERED, others).fetchall()
        self._sealed.must_all_rest_on_facts("sessions", ((row[3],) for row in rows))
        return [Numbered(number=number, session=session, day=played) for number, session, played, _ in rows]


def _last_totals(db: Database, room: str, day: str) -> tuple[int, DayTotals] | None:
    row = db.execute(
        "SELECT id, json_extract(details, '$.totals') FROM changes WHERE room = ? AND action = 'totals' "
        "AND json_extract(details, '$.day') = ? ORDER BY id DESC LIMIT 1",
        [room, day],
    ).fetchone()
    return (row[0], _day_totals(row[1])) if row else None
