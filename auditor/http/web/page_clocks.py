"""The clocks of rooms, for pages on which there may be several."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from auditor.http.context import service
from auditor.store.rows import RoomRecord
from auditor.terms import in_force


class Clocks:
    """The time zones of some rooms."""

    def __init__(self, rooms: Iterable[RoomRecord]) -> None:
        self._terms = {each.id: each.terms for each in rooms}

    def zone(self, rooms: Iterable[str | None], at: str) -> str | None:
        """The zone of some rooms' clocks at a time (RFC 3339); None where they differ, or where one is not known."""
        day = dt.date.fromisoformat(at[:10])
        found = {
            str(in_force(self._terms[each], day)["time_zone"]) if each in self._terms else None
            for each in rooms
        }
        return found.pop() if len(found) == 1 else None


def zone_of(rooms: Iterable[str | None], at: str) -> str | None:
    """The same of a few rooms, which are looked up."""
    every = list(rooms)
    found = (service().rooms.find(each) for each in every if each is not None)
    return Clocks(each for each in found if each is not None).zone(every, at)
