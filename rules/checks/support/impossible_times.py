"""Drafts of lines whose time contradicts their subject."""

from __future__ import annotations

from msgspec import UnsetType

from rules import times
from rules.checks.support.drafts import Draft

Time = str | UnsetType | None


def instant(text: Time) -> int | None:
    """Instant in microseconds since the epoch; None: not recorded."""
    found = times.parse_one(text) if isinstance(text, str) else None
    return found[0] if found else None


def is_before(one: Time, other: Time) -> bool:
    """Whether a time is before another; False where one is not recorded."""
    first, second = instant(one), instant(other)
    return first is not None and second is not None and first < second


def in_words(at: int, like: str) -> str:
    """Instant as text, with the offset of another time."""
    return times.text_of(at, times.zone_of(like)) or ""


def impossible(where: str, line: int, stated: str, bound: str, why: str, *, late: bool = False) -> Draft:
    """Draft of an impossible time. bound: the nearest possible one."""
    return Draft(
        line=line,
        stated=stated,
        expected=f"{bound} or {'earlier' if late else 'later'}",
        unit="time",
        fact=f"{line}|{stated}|{why}",
        message=f"{where} is of {stated}, {why}.",
    )
