"""Keeping of a gaming day's video, as the room's authority sets it in its library file."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from auditor.registry import RegistryAtChange
    from rules.card_room import Room


class VideoKept(Struct, frozen=True):
    """Keeping of a video. until: last day, YYYY-MM-DD; clause: its source; over: ended in the room and in UTC."""

    until: str
    clause: str
    over: bool


def video_kept(snapshot: RegistryAtChange, room: str, day: str, at: str) -> VideoKept | None:
    """Keeping of a gaming day's video at a time (RFC 3339).

    None: no room on record, or no time set.
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
    """Earlier of the UTC day and the room's gaming day at a time, so that due dates end in both."""
    local = room.day(at) if room is not None else None
    return min(at[:10], local.isoformat() if local else at[:10])
