"""RFC 3339 times, thousands at once.

A time is an instant (microseconds since 1970) and the day as written, which selects a ruleset's revision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

NOT_RECORDED = int(np.iinfo(np.int64).min)
NO_OFFSET = int(np.iinfo(np.int16).min)  # of a time that was not recorded
EPOCH_DAY = date(1970, 1, 1).toordinal()
_RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII
)
_MONTH_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.int64)
YEARS = (1900, 2999)  # that the time of a hand may have
_FEW = 8  # times that are parsed one by one in less time than arrays take
_PLAIN = 25  # 2026-03-14T19:42:10-07:00
_DIGITS = np.array([0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 23, 24])
_TIME = np.array([11, 12, 14, 15, 17, 18])  # of the day
_SAME = np.array([*range(11), *range(19, 25)])  # the day and the offset
_MARKS = ((4, "-"), (7, "-"), (13, ":"), (16, ":"), (22, ":"))


class Times(Struct, frozen=True):
    """Columns of times; NOT_RECORDED for none or no time."""

    instant: NDArray[np.int64]  # microseconds since the epoch
    day: NDArray[np.int64]  # days since the epoch, as written
    wrong: list[int]  # positions of texts that are not RFC 3339 times with an offset
    offset: NDArray[np.int16]  # minutes ahead of UTC; NO_OFFSET


def parse_one(text: str) -> tuple[int, int] | None:
    """Instant and day of an RFC 3339 time with offset; None: another text."""
    if not _RFC_3339.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    if moment.tzinfo is None or not YEARS[0] <= moment.year <= YEARS[1]:
        return None
    instant = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    return instant, moment.toordinal() - EPOCH_DAY


def parse(texts: Sequence[str]) -> Times:
    """Times of texts; empty ones were not recorded."""
    joined = "".join(texts)
    if (
        len(texts) > _FEW
        and len(joined) == _PLAIN * len(texts)
        and joined.isascii()
        and set(map(len, texts)) <= {_PLAIN}
    ):
        instant, day, good, offset = _parse_plain(
            np.frombuffer(joined.encode(), np.uint8).reshape(-1, _PLAIN)
        )
        odd = np.flatnonzero(~good).tolist()
    else:
        instant = np.full(len(texts), NOT_RECORDED, np.int64)
        day = np.full(len(texts), NOT_RECORDED, np.int64)
        offset = np.full(len(texts), NO_OFFSET, np.int16)
        odd = [i for i, text in enumerate(texts) if text]
    wrong = []
    for i in odd:
        found = parse_one(texts[i])
        if found is None:
            wrong.append(i)
        instant[i], day[i] = found or (NOT_RECORDED, NOT_RECORDED)
        offset[i] = NO_OFFSET if found is None else minutes_ahead(texts[i])
    return Times(instant, day, wrong, offset)


def minutes_ahead(text: str) -> int:
    """Offset of a written time in minutes."""
    ahead = zone_of(text).utcoffset(None)
    return ahead // timedelta(minutes=1)


_Parsed = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_], NDArray[np.int16]]


def _parse_plain(chars: NDArray[np.uint8]) -> _Parsed:
    """Instants, days, validity and offsets in minutes of (n, 25) characters."""
    if len(chars) > 1 and (chars[:, _SAME] == chars[0, _SAME]).all():
        return _parse_one_day(chars)
    digits = chars[:, _DIGITS] - np.uint8(48)
    good = (digits <= 9).all(axis=1)
    for place, mark in _MARKS:
        good &= chars[:, place] == ord(mark)
    good &= chars[:, 10] == ord("T")
    good &= (chars[:, 19] == ord("-")) | (chars[:, 19] == ord("+"))
    pairs = digits[:, 0::2].astype(np.int64) * 10 + digits[:, 1::2]
    year = pairs[:, 0] * 100 + pairs[:, 1]
    month, dom, hour, minute, second, off_hour, off_minute = pairs[:, 2:].T
    good &= (month >= 1) & (month <= 12) & (hour < 24) & (minute < 60) & (second < 60)
    good &= (off_hour < 24) & (off_minute < 60) & (dom >= 1) & (year >= YEARS[0]) & (year <= YEARS[1])
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    good &= dom <= _MONTH_DAYS[np.where(good, month, 0)] + (leap & (month == 2))
    day = _days_from_civil(year, month, dom)
    offset = (off_hour * 3600 + off_minute * 60) * np.where(chars[:, 19] == ord("-"), -1, 1)
    instant = (day * 86_400 + hour * 3600 + minute * 60 + second - offset) * 1_000_000
    return instant, day, good, (offset // 60).astype(np.int16)


def _parse_one_day(chars: NDArray[np.uint8]) -> _Parsed:
    first, day, good, offset = _parse_plain(chars[:1])
    digits = chars[:, _TIME] - np.uint8(48)
    known = good & (digits <= 9).all(axis=1) & (chars[:, 13] == ord(":")) & (chars[:, 16] == ord(":"))
    hour, minute, second = (digits[:, at].astype(np.int64) * 10 + digits[:, at + 1] for at in (0, 2, 4))
    known &= (hour < 24) & (minute < 60) & (second < 60)
    seconds = hour * 3600 + minute * 60 + second
    instant = first + (seconds - seconds[0]) * 1_000_000
    day, offset = np.broadcast_to(day, seconds.shape).copy(), np.broadcast_to(offset, seconds.shape).copy()
    return instant, day, known, offset


def _days_from_civil(
    year: NDArray[np.int64], month: NDArray[np.int64], dom: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Days since 1970-01-01 (Gregorian)."""
    shifted = year - (month <= 2)
    era = shifted // 400
    of_era = shifted - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + dom - 1
    found: NDArray[np.int64] = era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
    return found


def text_of(instant: int, zone: timezone = UTC) -> str | None:
    """Instant as RFC 3339; None: not recorded."""
    if instant == NOT_RECORDED:
        return None
    moment = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=instant)
    return moment.astimezone(zone).isoformat().replace("+00:00", "Z")


def zone_of(text: str) -> timezone:
    """Offset of a written time; UTC: not a time."""
    if not _RFC_3339.fullmatch(text):
        return UTC
    offset = datetime.fromisoformat(text.upper()).utcoffset()
    return timezone(offset) if offset else UTC


def date_of(day: int) -> date:
    return date.fromordinal(day + EPOCH_DAY)
