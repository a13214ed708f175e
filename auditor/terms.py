"""A room's terms on record, and what follows for its sessions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.errors import NoSuchDay
from rules.card_room import Room, TermsOfRoom
from rules.controls.sections.head import YEARS
from rules.zones import instant_of

NO_AUTHORITY = "none"  # what terms name where no authority of the library licenses the room


def terms_of(reported: Mapping[str, Any]) -> TermsOfRoom:
    """Terms on record as the rules take them."""
    ends = reported.get("fiscal_year_ends")
    starts = reported.get("from")
    return TermsOfRoom(
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
    """Gaming day of a time as text."""
    day = Room("", tuple(map(terms_of, terms))).day(opened_at)
    return day.isoformat() if day else opened_at[:10]


def with_terms(before: Sequence[Mapping[str, Any]], terms: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A room's terms with others from their day on, oldest first."""
    others = [dict(each) for each in before if each["from"] != terms["from"]]
    return sorted([*others, dict(terms)], key=lambda each: each["from"] or "")


def is_decided(before: Iterable[Mapping[str, Any]], terms: Mapping[str, Any]) -> bool:
    """Whether an authority decides terms: one is on record and the licensed terms differ. Expected
    logs are no part of a licence.
    """
    held = list(before)
    if all(each.get("authority") in (None, NO_AUTHORITY) for each in held):
        return False
    same_day = [each for each in held if each["from"] == terms["from"]]
    return not same_day or _licensed(same_day[0]) != _licensed(terms)


def _licensed(terms: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in terms.items() if name != "logs_expected" and value is not None}


def in_force(terms: Sequence[Mapping[str, Any]], day: dt.date) -> Mapping[str, Any]:
    """Terms that apply on a day, from the room's (oldest first)."""
    begun = [each for each in terms if (each["from"] or "") <= day.isoformat()]
    return begun[-1] if begun else terms[0]


def instants_of(terms: Sequence[Mapping[str, Any]], day: dt.date) -> tuple[int, int]:
    """Start of a gaming day and of the next, microseconds since 1970."""
    return _begin(terms, day), _begin(terms, day + dt.timedelta(days=1))


def _begin(terms: Sequence[Mapping[str, Any]], day: dt.date) -> int:
    now = in_force(terms, day)
    return instant_of(now["time_zone"], day, dt.time.fromisoformat(now["gaming_day_begins"]))


def day_of_text(text: str) -> dt.date:
    """A day as addresses have it. Raises NoSuchDay."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            raise ValueError
        day = dt.date.fromisoformat(text)
        if not YEARS[0] <= day.year <= YEARS[1]:
            raise ValueError
        return day
    except ValueError:
        raise NoSuchDay(f"{text!r} is no day; one looks like 2026-03-14.") from None
