"""Legal holds, made and lifted on record."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from auditor.errors import HoldLifted
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.retention_tables import COVERED
from auditor.store.rows import HoldRecord, Lift, NewHold, Page
from auditor.store.sealed import Sealed
from auditor.store.stored_register import append
from auditor.store.stored_seals import seal

_SELECT = """
SELECT holds.id, holds.at, holds.room, holds.session, holds.first_day, holds.last_day, holds.reason, holds.by, holds.key,
    lifts.at, lifts.reason, lifts.by, lifts.key
FROM holds LEFT JOIN lifts ON lifts.hold = holds.id
"""
_COVERING = COVERED.format(room=":room", session=":session", first=":first", last=":last")


class HoldRows:
    """Holds of the caller's rooms."""

    def __init__(self, connections: Connections, sealed: Sealed, caller: Caller = ITSELF) -> None:
        self._connections = connections
        self._sealed = sealed
        self._caller = caller

    def get(self, number: int) -> HoldRecord | None:
        """One hold."""
        seen, rooms = self._caller.where("holds.room")
        row = self._connections.db.execute(
            f"{_SELECT} WHERE holds.id = ? AND {seen}", [number, *rooms]
        ).fetchone()
        found = [_record(row)] if row else []
        self._must_be_as_written(found)
        return found[0] if found else None

    def _must_be_as_written(self, holds: list[HoldRecord]) -> None:
        self._sealed.must_be_as_written("holds", ((each.id,) for each in holds))
        self._sealed.must_be_as_written("lifts", ((each.id,) for each in holds if each.lifted is not None))

    def page(self, page: Page, room: str | None, lifted: bool | None) -> tuple[list[HoldRecord], int]:
        """Page of the holds, oldest first, and the total."""
        where, values = self._caller.where("holds.room")
        if room is not None:
            where, values = f"{where} AND holds.room = ?", [*values, room]
        if lifted is not None:
            where = f"{where} AND lifts.hold IS {'NOT ' * lifted}NULL"
        with self._connections.reading() as db:
            (total,) = db.execute(
                f"SELECT count(*) FROM holds LEFT JOIN lifts ON lifts.hold = holds.id WHERE {where}", values
            ).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY holds.id LIMIT ? OFFSET ?",
                [*values, page.size, page.offset],
            )
            found = [_record(row) for row in rows]
        self._must_be_as_written(found)
        return found, total

    def make(self, hold: NewHold, at: str) -> HoldRecord:
        """Put a hold on record."""
        with self._connections.writing() as db:
            number = db.execute(
                "INSERT INTO holds (at, room, session, first_day, last_day, reason, by, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    at, hold.room, hold.session, hold.first_day, hold.last_day, hold.reason, hold.by,
                    self._caller.key,
                ],
            ).lastrowid  # fmt: skip
            assert number is not None  # it was an INSERT
            seal(db, "holds", number)
            append(db, "hold.made", number)
            return _one(db, number)

    def lift(self, number: int, reason: str, by: str | None, at: str) -> HoldRecord:
        """Lift a hold. Raises HoldLifted."""
        with self._connections.writing() as db:
            before = _one(db, number)
            if before.lifted is not None:
                raise HoldLifted(
                    f"Hold {number} was lifted at {before.lifted.at}. Make another one to hold on."
                )
            db.execute(
                "INSERT INTO lifts (hold, at, reason, by, key) VALUES (?, ?, ?, ?, ?)",
                [number, at, reason, by, self._caller.key],
            )
            seal(db, "lifts", number)
            append(db, "hold.lifted", number)
            return _one(db, number)


def covering(
    db: Database, room: str | None, session: str | None, first: str | None, last: str
) -> list[HoldRecord]:
    """Holds that forbid a purge of some days of a room; None is unknown, hence covered."""
    values = {"room": room, "session": session, "first": first, "last": last}
    rows = db.execute(f"{_SELECT} WHERE {_COVERING} ORDER BY holds.id", values)
    return [_record(row) for row in rows]


def _one(db: Database, number: int | None) -> HoldRecord:
    return _record(db.execute(f"{_SELECT} WHERE holds.id = ?", [number]).fetchone())


def _record(row: tuple[Any, ...]) -> HoldRecord:
    number, made, room, session, first, last, why, who, with_key, at, reason, by, key = row
    lifted = None if at is None else Lift(at, reason, by, key)
    return HoldRecord(number, made, room, session, first, last, why, who, with_key, lifted)
