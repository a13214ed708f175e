"""Cards are not on record where the money is large.

Finds: hands with a seat whose thirteen cards are not all known are among the hands with the largest results more often than
chance gives.
Why: a hand without its cards cannot be replayed, and its payments are checked by nobody.
Example: of 200 hands 90 have the largest results; the cards of 8 hands are missing, all of these, where chance gives 3.6.
Needs: the results of the hands.
Innocent: large hands are mucked in anger; whoever keys them has no time.
Next: key five of these hands from the video without looking at the record.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed, ScreenedSession, largest_fifth, observed

INDICATOR = Indicator(
    code="SCN008", name="cards-missing-at-money", engine="marked", units=(("table",), ("author",)),
    games=("chinese", "ofc", "pot"),
    needs=("nets",),
)  # fmt: skip


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Tables of the table and of the author, over hands with all results."""
    hands = session.hands
    whole = np.flatnonzero(~hands.void & (hands.netted | ~hands.seated).all(axis=1))
    largest = np.where(hands.netted, np.abs(hands.net), 0).max(axis=1, initial=0)[whole]
    missing = ((hands.thirteen == 0) & hands.seated).any(axis=1)[whole]
    large = largest_fifth(largest.astype(np.int64))
    for unit in session.record_keepers:
        yield observed(unit, whole, missing, large)
