"""Times and seats of events between hands."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rules.checks.support.check import NOT_RECORDED, Draft
from rules.hands import Ints
from rules.records.events import Chips, Fee, Toke
from rules.records.table_events import TableEvents


def highest_seat(events: TableEvents) -> int:
    """Highest seat of events that may move chips; 0: none."""
    return max((event.seat for _, event in events.of(Chips, Toke, Fee)), default=0)


class EventTimes:
    """Times of the deals, by which to place events."""

    def __init__(self, at: Ints) -> None:
        self._at = at
        self._sorted = bool((at[1:] >= at[:-1]).all()) and not (at == NOT_RECORDED).any()

    def around(self, place: int, instant: int) -> tuple[int, int]:
        """First and last hand that may follow an event; equal where line and time agree."""
        at, size = self._at, len(self._at)
        if instant == NOT_RECORDED:
            return place, place
        early = place > 0 and at[place - 1] != NOT_RECORDED and instant < at[place - 1]
        late = place < size and at[place] != NOT_RECORDED and instant >= at[place]
        if not early and not late:
            return place, place
        if not self._sorted:
            return 0, size
        by_time = int(np.searchsorted(at, instant, side="right"))
        return min(place, by_time), max(place, by_time)


def excess(drafts: Iterable[Draft]) -> int:
    """Sum of stated less expected over findings."""
    both = ((each.stated, each.expected) for each in drafts)
    return sum(
        stated - expected
        for stated, expected in both
        if isinstance(stated, int) and isinstance(expected, int)
    )
