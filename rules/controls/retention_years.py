"""Retention of a session's record, from the end of its fiscal year.

The longer of `records.keep_years` in force and the authority's `retention` holds, else `retention.toml`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules import shipped_toml
from rules.card_room import Room
from rules.controls.library import Library
from rules.controls.ruleset import Ruleset

MonthDay = tuple[int, int]
_FEBRUARY_29 = (2, 29)  # as the end of a year: the last day of February
_PARAMETER = "records.keep_years"


class Ground(NamedTuple):
    """Reason and days of a retention, both included.

    day: counted from. year_ends: of its fiscal year. parameter: sets the years. clause: or ``convention``.
    """

    day: dt.date
    year_ends: dt.date
    years: int
    until: dt.date
    parameter: str
    clause: str


def ground(
    room: Room | None,
    first: dt.date,
    last: dt.date,
    library: Library,
    in_force: Callable[[dt.date], Iterable[Ruleset]],
) -> Ground:
    """Retention by the first or last gaming day, whichever is longer.

    room: None: not on record. in_force: revisions of a day.
    """
    grounds = [
        each for day in (first, max(first, last)) for each in _of_day(room, day, library, in_force(day))
    ]
    # of equal ones the first counts: that of the room's own controls
    return max(grounds, key=lambda each: each.until)


def _of_day(
    room: Room | None, day: dt.date, library: Library, revisions: Iterable[Ruleset]
) -> Iterator[Ground]:
    terms = room.on(day) if room is not None else None
    default = _default()
    ends = (terms.fiscal_year_end if terms is not None else None) or _month_day(default["fiscal_year_ends"])
    authority = library.authorities.get((terms.authority if terms is not None else None) or "")
    stated = [each for each in revisions if each.sections.records.keep_years is not None]
    for each in stated:
        years = each.sections.records.keep_years
        assert years is not None  # it states them
        yield _ground(day, ends, years, f"{each}:{_PARAMETER}", each.cite(_PARAMETER))
    if authority is not None and authority.retention is not None:
        its = authority.retention
        yield _ground(day, ends, its.years, f"{authority.id}:retention.years", its.clause)
    elif not stated:
        yield _ground(day, ends, default["years"], "default:retention.years", default["cite"])


def _ground(day: dt.date, ends: MonthDay, years: int, parameter: str, clause: str) -> Ground:
    year_ends = fiscal_year_end(day, ends)
    return Ground(day, year_ends, years, _date(year_ends.year + years, ends), parameter, clause)


def years_after(day: dt.date, years: int) -> dt.date:
    """Same day some years later; February 29 becomes the last of February. At most the end of 9999."""
    return _date(day.year + years, (day.month, day.day))


def fiscal_year_end(day: dt.date, ends: MonthDay) -> dt.date:
    """Last day of a day's fiscal year. ends: month and day; February 29: the last of February."""
    this = _date(day.year, ends)
    return this if day <= this else _date(day.year + 1, ends)


def _date(year: int, ends: MonthDay) -> dt.date:
    try:
        return dt.date(year, *ends)
    except ValueError:
        if ends != _FEBRUARY_29:
            return dt.date.max  # beyond the last year
        return dt.date(year, 2, 28) if year <= dt.date.max.year else dt.date.max


def _month_day(text: str) -> MonthDay:
    return int(text[:2]), int(text[3:])


@cache
def _default() -> dict[str, Any]:
    found: dict[str, Any] = shipped_toml.parsed((Path(__file__).parent / "retention.toml").read_text("utf-8"))
    return dict(found["default"])
