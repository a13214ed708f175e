"""Overview of a log: games, time span, clocks, players."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.audit.source import Reader
from rules.hands import NOT_RECORDED, Hands

_SLOT = 900_000_000  # microseconds of a quarter of an hour, at whose ends clocks are put forward and back
_OFFSETS = 1 << 12  # more than minutes that an offset has in either direction


class SeenOfLog:
    """Overview so far. first, last: times of hands in microseconds since 1970; None: no time. players: in log order."""

    def __init__(self) -> None:
        self.games: set[str] = set()
        self.first: int | None = None
        self.last: int | None = None
        self.players: tuple[str, ...] = ()
        self._clocks: set[int] = set()

    def block(self, hands: Hands) -> None:
        """Take a block of hands."""
        self.games.add(hands.game)
        timed = hands.at != NOT_RECORDED
        at = hands.at[timed]
        if not len(at):
            return
        first, last = int(at.min()), int(at.max())
        self.first = first if self.first is None else min(self.first, first)
        self.last = last if self.last is None else max(self.last, last)
        clocks = (at // _SLOT) * _OFFSETS + (hands.offset[timed].astype(np.int64) + _OFFSETS // 2)
        self._clocks.update(np.unique(clocks).tolist())

    def end(self, reader: Reader) -> None:
        """Note players at the end of the log."""
        self.players = tuple(reader.players)

    def clocks(self) -> Iterator[tuple[int, int]]:
        """Offsets of hands in minutes ahead of UTC, with the quarter of an hour of such a hand."""
        for each in sorted(self._clocks):
            slot, offset = divmod(each, _OFFSETS)
            yield slot * _SLOT, offset - _OFFSETS // 2
