"""Rooms with their terms, now and at earlier changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.facts.kinds.facts_of_rooms import MovedSession
from auditor.store import changes
from auditor.store.caller import ITSELF, Caller
from auditor.store.connection import Connections
from auditor.store.fact_log import FactLog
from auditor.store.rows import NewChange, Page, RoomRecord
from auditor.store.sealed import Sealed
from auditor.store.stored_authority import StoredAuthority

Terms = list[dict[str, Any]]
DayOf = Callable[[Terms, str], str]  # the gaming day of a time under some terms


class RoomRows:
    """Rooms by their licence id."""

    def __init__(
        self,
        connections: Connections,
        sealed: Sealed,
        authority: StoredAuthority,
        log: FactLog,
        caller: Caller = ITSELF,
    ) -> None:
        self._connections = connections
        self._sealed = sealed
        self._authority = authority
        self._log = log
        self._caller = caller

    def get(self, room: str) -> RoomRecord | None:
        """One room. Raises RecordDamaged, also where one is missing."""
        if not self._caller.sees(room):
            return None
        self._sealed.must_be_as_written("rooms", [(room,)])
        return get(self._connections.db, room)

    def of_authority(self, authority: str) -> tuple[str, ...]:
        """Rooms that an authority licenses by any terms, as facts say."""
        return self._authority.rooms_of(authority)

    def days_of_logs(self, room: str) -> list[str]:
        """Gaming days of a room's sessions and event files."""
        query = (
            "SELECT day FROM sessions WHERE room = :room UNION SELECT day FROM event_files WHERE room = :room"
        )
        rows = self._connections.db.execute(query, {"room": room})
        return sorted(day for (day,) in rows if day is not None)

    def page(self, page: Page) -> tuple[list[RoomRecord], int]:
        """Page of the rooms by id, and the total."""
        seen, rooms = self._caller.where("id")
        with self._connections.reading() as db:
            (total,) = db.execute(f"SELECT count(*) FROM rooms WHERE {seen}", rooms).fetchone()
            rows = db.execute(
                f"SELECT id, terms, change FROM rooms WHERE {seen} ORDER BY id LIMIT ? OFFSET ?",
                [*rooms, page.size, page.offset],
            )
            found = [_record(row) for row in rows]
        self._sealed.must_be_as_written("rooms", [(each.id,) for each in found])
        return found, total

    def put(
        self,
        room: str,
        at: str,
        change: Callable[[Terms], Terms],
        day_of: DayOf,
        by: str | None,
        seen: int | None = None,
    ) -> tuple[RoomRecord, bool, bool]:
        """Record a room with other terms; whether it is new, and whether anything changed.

        ``change``: new terms of old. ``day_of``: gaming day of a time under terms, which moves the room's sessions. seen: the
        room's last change that the caller saw. Raises ChangedMeanwhile.
        """
        with self._connections.writing() as db:
            changes.must_be_unchanged(db, room, seen)
            self._sealed.must_rest_on_facts("rooms", room)
            before = get(db, room)
            terms = change(before.terms if before else [])
            if before is not None and before.terms == terms:
                return before, False, False
            change_made = NewChange("terms", by, details={"terms": terms})
            number = write_terms(
                db, self._log, self._sealed, self._caller, at, room, terms, change_made, day_of
            )
            return RoomRecord(room, terms, number), before is None, True

    def logs_expected_since(self, rooms: Collection[str]) -> dict[str, str]:
        """Times since when logs of rooms are expected, as facts say; other rooms are left out."""
        return self._authority.logs_expected_since(rooms)

    def known(self, as_of: int) -> dict[str, Terms]:
        """Terms of every room after a change, as facts say."""
        return self._authority.terms_at(as_of)


def write_terms(
    db: Database,
    log: FactLog,
    sealed: Sealed,
    caller: Caller,
    at: str,
    room: str,
    terms: Terms,
    change: NewChange,
    day_of: DayOf,
) -> int:
    """Record a room's terms, with its sessions that have another gaming day under them, within a transaction.

    The number of the change is returned. Raises RecordDamaged.
    """
    rows = db.execute("SELECT id, opened_at, day FROM sessions WHERE room = ? ORDER BY id", [room]).fetchall()
    days = [(session, day_of(terms, opened_at), day) for session, opened_at, day in rows]
    moved = tuple(MovedSession(session, day) for session, day, before in days if day != before)
    sealed.must_all_rest_on_facts("sessions", [(each.session,) for each in moved])
    of_terms = replace(change, details={**(change.details or {}), "days": moved})
    return changes.append(db, log, at, room, of_terms, key=caller.key)


def get(db: Database, room: str) -> RoomRecord | None:
    """One room, within a transaction."""
    row = db.execute("SELECT id, terms, change FROM rooms WHERE id = ?", [room]).fetchone()
    return _record(row) if row else None


def _record(row: tuple[Any, ...]) -> RoomRecord:
    room, terms, change = row
    return RoomRecord(room, msgspec.json.decode(terms), change)
