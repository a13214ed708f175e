"""The times of the hands are round.

Finds: hands start on a minute divisible by five, or on second 0, more often than chance gives.
Why: times that somebody thought of are round.
Example: of 200 hands 79 start on a minute divisible by five, where chance gives 40.
Needs: the times of the hands. Records that were keyed or on paper are not tested.
Innocent: the hands were keyed afterwards, to five minutes.
Next: find out who made the file, and from what; compare a sample with the video.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.hands import NOT_RECORDED, Flags, Ints
from rules.screening.indicator import Indicator
from rules.screening.statistics import Observed, ScreenedSession, TrialRow, Unit

INDICATOR = Indicator(
    code="SCN019", name="round-times", engine="trials", units=(("table",), ("author",)), codings=2,
    games=("chinese", "ofc", "pot"),
    needs=("machine_times", "times"),
)  # fmt: skip
_SECOND = 1_000_000
_BY_HAND = ("keyed", "paper")


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Trials of the table and of the author, one for each hand with a time."""
    if session.header.source in _BY_HAND:
        return
    timed = np.flatnonzero(session.hands.at != NOT_RECORDED)
    at = session.hands.at[timed] // _SECOND
    fives, zeros = at // 60 % 5 == 0, at % 60 == 0
    for unit in session.record_keepers if len(timed) else ():
        yield _trials(unit, (1, 5), timed, fives, 0)
        if not zeros.all():
            yield _trials(unit, (1, 60), timed, zeros, 1)


def _trials(unit: Unit, chance: tuple[int, int], timed: Ints, round_ones: Flags, coding: int) -> Observed:
    row = TrialRow(unit, chance, len(timed), int(np.count_nonzero(round_ones)), coding)
    return Observed(row, timed[round_ones])
