"""Lists of screening of each night, as they were kept: what a room's screening said then."""

from __future__ import annotations

from auditor.errors import NoSuchNight, NoSuchRoom
from auditor.remedies import ROOMS
from auditor.rooms import Rooms
from auditor.store import Store
from auditor.store.rows import Page
from auditor.store.stored_screening_lists import NightlyList


def room_must_be_seen(store: Store, rooms: Rooms, room: str) -> None:
    """Raise NoSuchRoom unless the caller sees a room that a log, a file of an event or somebody put on record."""
    appears = rooms.appears(room) or store.event_files.of_room(room, Page(1, 1))[1]
    if not store.caller.sees(room) or not appears:
        raise NoSuchRoom(f"Room {room} is not on record.", ROOMS)


class ScreenedNights:
    """Nights of the rooms that the caller sees."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    def page(self, room: str, page: Page) -> tuple[list[NightlyList], int]:
        """Page of the nights of a room, newest first, and the total. Raises NoSuchRoom, RecordDamaged."""
        room_must_be_seen(self._store, self._rooms, room)
        return self._store.screening_lists.page(room, page)

    def get(self, number: int) -> NightlyList:
        """A night by the number of its list. Raises NoSuchNight, RecordDamaged."""
        found = self._store.screening_lists.get(number)
        if found is None:
            raise NoSuchNight(f"Screening has no list {number}. List the nights of the room anew.")
        return found

    def text(self, night: NightlyList) -> bytes:
        """The results of a night byte for byte as they were listed, one a line. Raises ResultPurged, ResultDamaged."""
        return self._store.screening_lists.body(night)
