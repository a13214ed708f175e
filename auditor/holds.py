"""Legal holds, made and lifted on record. Nothing under a hold is purged."""

from __future__ import annotations

from auditor.errors import CannotHold, NoSuchHold, NoSuchRoom
from auditor.remedies import HOLDS, ROOMS
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import HoldRecord, NewHold, Page, Selection
from auditor.store.service_clock import now


class Holds:
    """Holds of the caller's rooms."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def get(self, number: int) -> HoldRecord:
        """A hold. Raises NoSuchHold."""
        found = self._store.holds.get(number)
        if found is None:
            raise NoSuchHold(f"There is no hold {number}.", HOLDS)
        return found

    def page(
        self, page: Page, room: str | None = None, lifted: bool | None = None
    ) -> tuple[list[HoldRecord], int]:
        """Page of the holds, oldest first, and the total."""
        return self._store.holds.page(page, room, lifted)

    def make(self, hold: NewHold) -> HoldRecord:
        """Record a hold. Raises NoSuchRoom, and CannotHold for an unknown session."""
        if not self._store.caller.sees(hold.room) or not self._rooms.appears(hold.room):
            raise NoSuchRoom(f"Room {hold.room} is not on record.", ROOMS)
        if hold.session is not None:
            there = {each.session for each in self._store.sessions.all(Selection(room=hold.room))}
            if hold.session not in there:
                raise CannotHold(
                    f"Room {hold.room} has no session {hold.session!r} on record. Name it as in its log, or leave it out and "
                    "hold its days.",
                    "session",
                )
        return self._store.holds.make(hold, now())

    def lift(self, number: int, reason: str, by: str | None) -> HoldRecord:
        """Lift a hold. Raises NoSuchHold, HoldLifted."""
        self.get(number)
        return self._store.holds.lift(number, reason, by, now())
