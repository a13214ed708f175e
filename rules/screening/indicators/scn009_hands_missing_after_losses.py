"""Hands are left out after large losses.

Finds: gaps between recorded hands, by number or by time, follow large losses more often than chance gives.
Why: a hand that is not on record pays no rake and is checked by nobody.
Example: of 191 intervals 52 follow a large loss; 8 hands are missing, all in these, where chance gives 2.2.
Needs: the times of at least 20 hands.
Innocent: breaks follow losses; a player gets angry and leaves.
Next: see the video of the gaps; compare the drop with the number of hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import NOT_RECORDED, Flags
from rules.records.events import counts_hands
from rules.screening.indicator import Indicator
from rules.screening.screened_hands import ScreenedHands
from rules.screening.statistics import Observed, ScreenedSession, largest_fifth, observed

INDICATOR = Indicator(
    code="SCN009", name="hands-missing-after-losses", engine="marked", units=(("table",),),
    games=("chinese", "ofc", "pot"),
)  # fmt: skip
_LEAST_TIMED = 20  # hands


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """The table of the session's table, over the intervals between hands."""
    hands = session.hands
    if np.count_nonzero(hands.at != NOT_RECORDED) < _LEAST_TIMED:
        return
    largest = np.where(hands.netted, -hands.net.astype(np.int64), 0).max(axis=1, initial=0)
    gaps, before = _gaps(hands, counts_hands(session.header)), np.arange(len(hands) - 1)
    yield observed((("table", session.header.table),), before, gaps, largest_fifth(largest)[:-1])


def _gaps(hands: ScreenedHands, counted: bool) -> Flags:
    """(N - 1,) intervals with a missing number, or at least 1.5 times as long as the upper median."""
    missing = np.diff(hands.number) > 1 if counted else np.zeros(len(hands) - 1, np.bool_)
    timed = (hands.at[1:] != NOT_RECORDED) & (hands.at[:-1] != NOT_RECORDED)
    took = np.diff(hands.at)
    median = np.sort(took[timed])[np.count_nonzero(timed) // 2]
    found: Flags = missing | (timed & (2 * took >= 3 * median))
    return found
