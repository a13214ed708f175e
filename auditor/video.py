"""The time for which a room keeps the video of a gaming day: set by the authority that licenses it, in its library file."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from auditor.registry import RegistryAtChange
    from rules.card_room import Room


class VideoKept(Struct, frozen=True):
    """Time for which the video of a gaming day has to be kept. until: the last day, YYYY-MM-DD; clause: that sets it.

    over: whether that day has ended in the room and in UTC, so that the video may be gone.
    """

    until: str
    clause: str
    over: bool


def video_kept(snapshot: RegistryAtChange, room: str, day: str, at: str) -> VideoKept | None:
    """Time for which a room keeps the video of a gaming day, seen at a time (RFC 3339).

    None: the room is not on record, or its authority sets no such time.
    """
    found = snapshot.rooms.get(room)
    played = dt.date.fromisoformat(day)
    authority = snapshot.library.authorities.get(
        (found.on(played).authority if found is not None else None) or ""
    )
    if found is None or authority is None or authority.video_days is None:
        return None
    until = (played + dt.timedelta(authority.video_days.days)).isoformat()
    return VideoKept(until, authority.video_days.clause, earliest_day(found, at) > until)


@lru_cache(maxsize=1024)
def earliest_day(room: Room | None, at: str) -> str:
    """The earlier of the day in UTC and of the gaming day of a room at a time: a due date is over once it is over in both."""
    local = room.day(at) if room is not None else None
    return min(at[:10], local.isoformat() if local else at[:10])
