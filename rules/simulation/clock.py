"""When things happen at a simulated table: whole seconds since it opened, and their text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from rules.hands import Ints

SETUP = 300  # seconds from opening to the first deal
COUNT = 600  # from the last hand to the close
_HAND = (75, 210)  # from the deal to the settlement
_PAUSE = (25, 70)  # from the settlement to the next deal


@dataclass(frozen=True)
class Moments:
    """The seconds at which the hands of a block are dealt and settled."""

    at: Ints
    ended_at: Ints


class Clock:
    """A session's time, known from its opening to its close before the first hand is dealt."""

    def __init__(self, opened_at: str, sizes: list[int], seed: int) -> None:
        """``sizes``: how many hands each block has. Raises ValueError for an opening without an offset."""
        self._opened = datetime.fromisoformat(opened_at).replace(microsecond=0)
        if self._opened.tzinfo is None:
            raise ValueError(f"{opened_at!r} has no offset; a time is written as 2026-03-14T16:00:00-07:00")
        self._sizes, self._seed = sizes, seed
        self._offset = self._opened.isoformat()[19:]
        self._naive = np.datetime64(self._opened.replace(tzinfo=None), "s")
        self.last = SETUP
        for moments in self.blocks():
            self.last = int(moments.ended_at[-1])
        self.closed = self.last + COUNT

    def blocks(self) -> Iterator[Moments]:
        """The moments of the hands, a block at a time; the same every time."""
        random = np.random.default_rng(self._seed)
        now = SETUP
        for size in self._sizes:
            lengths = random.integers(*_HAND, size)
            pauses = random.integers(*_PAUSE, size)
            ended_at = now + np.cumsum(lengths + pauses) - pauses
            yield Moments(ended_at - lengths, ended_at)
            now = int(ended_at[-1] + pauses[-1])

    def texts(self, seconds: Ints) -> list[str]:
        """Seconds since the opening as RFC 3339."""
        offset = self._offset
        return [text + offset for text in np.datetime_as_string(self._naive + seconds, unit="s").tolist()]

    def text(self, seconds: int) -> str:
        """One moment as RFC 3339."""
        return (self._opened + timedelta(seconds=int(seconds))).isoformat()
