"""Wall clocks of time zones, for thousands of instants at once."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from rules.hands import Ints
from rules.times import text_of

_SLOT = 900_000_000  # a quarter of an hour in microseconds: clocks are put forward and back at its ends
_NAME = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")

AREAS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil", "Canada", "Chile", "Europe", "Indian",
    "Mexico", "Pacific", "US",
)  # fmt: skip  # of the IANA database; what has none of them in front of it is the zone of no place


def is_zone(name: str) -> bool:
    """Whether a name is that of a place in the IANA database: area and place, such as America/Los_Angeles."""
    area, slash, place = name.partition("/")
    if area not in AREAS or not slash or not place:
        return False
    try:
        zone_of(name)
    except ZoneInfoNotFoundError:
        return False
    return True


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """A zone of the time zone data that the program was installed with (tzdata). Raises ZoneInfoNotFoundError.

    The machine's data, which `ZoneInfo` prefers, may be older or newer: gaming days of a log would differ by machine.
    """
    file = files("tzdata.zoneinfo").joinpath(*name.split("/"))
    if not _NAME.fullmatch(name) or not file.is_file():
        raise ZoneInfoNotFoundError(f"{name!r} is no time zone of the IANA database")
    try:
        return ZoneInfo.from_file(BytesIO(file.read_bytes()), name)
    except ValueError as error:  # a list of zones, or a note, which lies beside them
        raise ZoneInfoNotFoundError(f"{name!r} is no time zone of the IANA database") from error


def local(zone: str, instants: Ints) -> Ints:
    """(N,) local clock time, in microseconds since 1970-01-01T00:00 of that clock."""
    slots, place = np.unique(instants // _SLOT, return_inverse=True)
    offsets = np.array([_offset(zone, slot) for slot in slots.tolist()], np.int64)
    return instants + offsets[place] if len(slots) else instants


def clock_text(zone: str, instant: int) -> str:
    """An instant as RFC 3339, as the clock of a zone shows it."""
    ahead = dt.timedelta(microseconds=_offset(zone, instant // _SLOT))
    return text_of(instant, dt.timezone(ahead)) or ""


def instant_of(zone: str, day: dt.date, clock: dt.time) -> int:
    """The instant at which the clock of a zone shows a time of a day; the first one where it shows it twice."""
    moment = dt.datetime.combine(day, clock, zone_of(zone))
    return (moment - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)


@lru_cache(maxsize=1 << 16)
def _offset(zone: str, slot: int) -> int:
    """By how much the wall clock is ahead of UTC in a slot, in microseconds."""
    moment = dt.datetime.fromtimestamp(slot * 900, dt.UTC).astimezone(zone_of(zone))
    ahead = moment.utcoffset()
    assert ahead is not None  # of a zone it never is
    return ahead // dt.timedelta(microseconds=1)
