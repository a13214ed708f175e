"""A room's terms as they are on record, and what follows from them for its sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from rules.card_room import Room, Terms


def terms_of(reported: Mapping[str, Any]) -> Terms:
    """Terms on record as the rules need them."""
    ends = reported.get("fiscal_year_ends")
    starts = reported.get("from")
    return Terms(
        zone=reported["time_zone"],
        day_begins=dt.time.fromisoformat(reported["gaming_day_begins"]),
        starts=dt.date.fromisoformat(starts) if starts else None,
        licence_class=reported.get("licence_class"),
        tables=reported.get("tables"),
        fees=reported.get("fees"),
        authority=reported.get("authority"),
        fiscal_year_end=(int(ends[:2]), int(ends[3:])) if ends else None,
    )


def gaming_day(terms: Iterable[Mapping[str, Any]], opened_at: str) -> str:
    """The gaming day of a time under a room's terms, as text."""
    day = Room("", tuple(map(terms_of, terms))).day(opened_at)
    return day.isoformat() if day else opened_at[:10]
