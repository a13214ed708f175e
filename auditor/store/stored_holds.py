"""Legal holds, made and lifted on record."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from auditor.errors import HoldLifted
from auditor.facts.folding.folded_holds import covers
from auditor.facts.kinds.facts_of_holds import HoldLiftedOnRecord, HoldMade
from auditor.facts.tables import FACT, TABLES, Row
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.rows import HoldRecord, Lift, NewHold, Page, Purgeable
from auditor.store.sealed import Sealed
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_fact_tables import StoredFactTables

_COLUMNS = [name for name in TABLES["holds"].columns if name != FACT]
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM holds"


class HoldRows:
    """Holds of the caller's rooms."""

    def __init__(
        self, connections: Connections, sealed: Sealed, log: FactLog, caller: Caller = ITSELF
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._log = log
        self._caller = caller

    def get(self, number: int) -> HoldRecord | None:
        """One hold."""
        seen, rooms = self._caller.where("room")
        row = self._connections.db.execute(f"{_SELECT} WHERE id = ? AND {seen}", [number, *rooms]).fetchone()
        found = [_record(row)] if row else []
        self._must_be_as_written(found)
        return found[0] if found else None

    def _must_be_as_written(self, holds: list[HoldRecord]) -> None:
        self._sealed.must_be_as_written("holds", ((each.id,) for each in holds))

    def page(self, page: Page, room: str | None, lifted: bool | None) -> tuple[list[HoldRecord], int]:
        """Page of the holds, oldest first, and the total."""
        where, values = self._caller.where("room")
        if room is not None:
            where, values = f"{where} AND room = ?", [*values, room]
        if lifted is not None:
            where = f"{where} AND lifted_at IS {'NOT ' * lifted}NULL"
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM holds WHERE {where}", values).fetchone()
            rows = db.execute(
                f"{_SELECT} WHERE {where} ORDER BY id LIMIT ? OFFSET ?", [*values, page.size, page.offset]
            )
            found = [_record(row) for row in rows]
        self._must_be_as_written(found)
        return found, total

    def make(self, hold: NewHold, at: str) -> HoldRecord:
        """Put a hold on record."""
        with self._connections.writing() as db:
            number = self._log.next_number(db, "holds")
            about: dict[str, Any] = {
                "room": hold.room,
                "session": hold.session,
                "reason": hold.reason,
                "who": hold.by,
            }
            days: dict[str, Any] = {"first_day": hold.first_day, "last_day": hold.last_day}
            common: dict[str, Any] = {"at": at, "by": self._caller.key, "rooms": (hold.room,)}
            self._log.append(db, HoldMade(number=number, **about, **days, **common))
            return _one(db, number)

    def lift(self, number: int, reason: str, by: str | None, at: str) -> HoldRecord:
        """Lift a hold. Raises HoldLifted."""
        with self._connections.writing() as db:
            before = _one(db, number)
            if before.lifted is not None:
                raise HoldLifted(
                    f"Hold {number} was lifted at {before.lifted.at}. Make another one to hold on."
                )
            common: dict[str, Any] = {"at": at, "by": self._caller.key, "rooms": (before.room,)}
            self._log.append(db, HoldLiftedOnRecord(number=number, reason=reason, who=by, **common))
            return _one(db, number)


def covering(db: Database, authority: StoredAuthority, what: Purgeable) -> list[HoldRecord]:
    """Holds that forbid a purge: those of signed facts, whatever their rows say, and rows that no fact makes.

    Raises RecordDamaged.
    """
    every: dict[int, Row] = {
        row["id"]: row for rows in (StoredFactTables(db).of("holds"), authority.rows("holds")) for row in rows
    }
    held = (row for _, row in sorted(every.items()) if row["lifted_at"] is None)
    about = (what.room, what.session, what.first_day, what.last_day)
    return [_record(tuple(row[name] for name in _COLUMNS)) for row in held if covers(row, *about)]


def _one(db: Database, number: int) -> HoldRecord:
    return _record(db.execute(f"{_SELECT} WHERE id = ?", [number]).fetchone())


def _record(row: tuple[Any, ...]) -> HoldRecord:
    *made, at, reason, by, key = row
    lifted = None if at is None else Lift(at, reason, by, key)
    return HoldRecord(*(*made, lifted))
