"""Wall clocks of zones, for thousands of instants."""

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
    """Whether a name is an IANA place, such as America/Los_Angeles."""
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
    """Zone of the installed tzdata. Raises ZoneInfoNotFoundError.

    The machine's own data would make gaming days differ by machine.
    """
    file = files("tzdata.zoneinfo").joinpath(*name.split("/"))
    if not _NAME.fullmatch(name) or not file.is_file():
        raise ZoneInfoNotFoundError(f"{name!r} is no time zone of the IANA database")
    try:
        return ZoneInfo.from_file(BytesIO(file.read_bytes()), name)
    except ValueError as error:  # a list of zones, or a note, which lies beside them
        raise ZoneInfoNotFoundError(f"{name!r} is no time zone of the IANA database") from error


def local(zone: str, instants: Ints) -> Ints:
    """(N,) wall-clock microseconds since 1970-01-01T00:00."""
    slots, place = np.unique(instants // _SLOT, return_inverse=True)
    offsets = np.array([_offset(zone, slot) for slot in slots.tolist()], np.int64)
    return instants + offsets[place] if len(slots) else instants


def clock_text(zone: str, instant: int) -> str:
    """Instant as RFC 3339 on a zone's clock."""
    ahead = dt.timedelta(microseconds=_offset(zone, instant // _SLOT))
    return text_of(instant, dt.timezone(ahead)) or ""


def instant_of(zone: str, day: dt.date, clock: dt.time) -> int:
    """Instant of a clock time; of two, the first."""
    moment = dt.datetime.combine(day, clock, zone_of(zone))
    return (moment - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)


@lru_cache(maxsize=1 << 16)
def _offset(zone: str, slot: int) -> int:
    """Microseconds by which a clock is ahead of UTC in a slot."""
    moment = dt.datetime.fromtimestamp(slot * 900, dt.UTC).astimezone(zone_of(zone))
    ahead = moment.utcoffset()
    assert ahead is not None  # of a zone it never is
    return ahead // dt.timedelta(microseconds=1)
