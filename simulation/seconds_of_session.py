"""Times of a simulated table: whole seconds from its opening, and their text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import numpy as np
from msgspec import Struct

from rules.hands import Ints

SETUP = 300  # seconds from opening to the first deal
COUNT = 600  # from the last hand to the close
_VIDEO_LENGTH = 3600  # seconds of a recording


class Pace(Struct, frozen=True):
    """Lengths in seconds: the least and the most."""

    hand: tuple[int, int]  # from the deal to the settlement
    pause: tuple[int, int]  # from the settlement to the next deal


CLOSED = Pace((75, 210), (25, 70))
OPEN_FACE = Pace((270, 420), (25, 70))


class HandTimes(Struct, frozen=True):
    at: Ints
    ended_at: Ints


class SessionClock:
    """Times of a session, settled before its first hand."""

    def __init__(
        self, opened_at: str, sizes: list[int], seed: int, pace: Pace = CLOSED, limit: int | None = None
    ) -> None:
        """sizes: hands of each block. limit: seconds until the latest end. Raises ValueError for an opening without an offset."""
        self._opened = datetime.fromisoformat(opened_at).replace(microsecond=0)
        if self._opened.tzinfo is None:
            raise ValueError(f"{opened_at!r} has no offset; a time is written as 2026-03-14T16:00:00-07:00")
        self._sizes, self._seed, self._pace = sizes, seed, pace
        self._offset = self._opened.isoformat()[19:]
        self._naive = np.datetime64(self._opened.replace(tzinfo=None), "s")
        self._room: int | None = None  # seconds for all hands, where they would otherwise take longer
        self._span = self._last() - SETUP
        if limit is not None and SETUP + self._span + COUNT > limit:
            self._room = max(limit - SETUP - COUNT, 0)
        self.last = self._last()
        self.closed = self.last + COUNT

    @property
    def hurried(self) -> bool:
        """Whether hands are faster than people play, to end in time."""
        return self._room is not None

    def _last(self) -> int:
        last = SETUP
        for moments in self.blocks():
            last = int(moments.ended_at[-1])
        return last

    def blocks(self) -> Iterator[HandTimes]:
        """Times of the hands by block; the same every time."""
        random = np.random.default_rng(self._seed)
        now = SETUP
        for size in self._sizes:
            lengths = random.integers(*self._pace.hand, size)
            pauses = random.integers(*self._pace.pause, size)
            ended_at = now + np.cumsum(lengths + pauses) - pauses
            yield HandTimes(self._in_time(ended_at - lengths), self._in_time(ended_at))
            now = int(ended_at[-1] + pauses[-1])

    def _in_time(self, seconds: Ints) -> Ints:
        return seconds if self._room is None else SETUP + (seconds - SETUP) * self._room // self._span

    def texts(self, seconds: Ints) -> list[str]:
        offset = self._offset
        return [text + offset for text in np.datetime_as_string(self._naive + seconds, unit="s").tolist()]

    def stamps(self) -> Stamps:
        return Stamps(self._opened)

    def text(self, seconds: int) -> str:
        """Seconds as RFC 3339."""
        return (self._opened + timedelta(seconds=int(seconds))).isoformat()


class Stamps:
    def __init__(self, opened: datetime) -> None:
        self._opened = opened
        self._minutes: dict[int, str] = {}
        self._seconds = [f"{second:02}{opened.isoformat()[19:]}" for second in range(60)]

    def __getitem__(self, seconds: int) -> str:
        minute, second = divmod(seconds + self._opened.second, 60)
        if minute not in self._minutes:
            whole = self._opened + timedelta(minutes=minute)
            self._minutes[minute] = whole.isoformat()[:17]
        return self._minutes[minute] + self._seconds[second]


def recording(seconds: int) -> str:
    """Position in the camera's recording."""
    return f"cam-2/{1 + seconds // _VIDEO_LENGTH:05}.mp4#t={seconds % _VIDEO_LENGTH}"
