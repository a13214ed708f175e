"""A room's terms as they are on record, and what follows from them for its sessions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.errors import NoSuchDay
from rules.card_room import Room, Terms
from rules.controls.schema.kinds import YEARS
from rules.zones import instant_of


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


def in_force(terms: Sequence[Mapping[str, Any]], day: dt.date) -> Mapping[str, Any]:
    """Those of a room's terms, the oldest first, that apply on a day."""
    begun = [each for each in terms if (each["from"] or "") <= day.isoformat()]
    return begun[-1] if begun else terms[0]


def instants_of(terms: Sequence[Mapping[str, Any]], day: dt.date) -> tuple[int, int]:
    """When a gaming day begins and ends under a room's terms, in microseconds since 1970. It ends when the next one begins."""
    return _begin(terms, day), _begin(terms, day + dt.timedelta(days=1))


def _begin(terms: Sequence[Mapping[str, Any]], day: dt.date) -> int:
    now = in_force(terms, day)
    return instant_of(now["time_zone"], day, dt.time.fromisoformat(now["gaming_day_begins"]))


def day_of_text(text: str) -> dt.date:
    """A day as addresses name it. Raises NoSuchDay."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            raise ValueError
        day = dt.date.fromisoformat(text)
        if not YEARS[0] <= day.year <= YEARS[1]:
            raise ValueError
        return day
    except ValueError:
        raise NoSuchDay(f"{text!r} is no day; one looks like 2026-03-14.") from None
