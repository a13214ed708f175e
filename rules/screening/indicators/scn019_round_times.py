"""The times of the hands are round.

Finds: hands start on a minute divisible by five, or on second 0, more often than chance gives.
Why: times that somebody thought of are round.
Example: of 200 hands 79 start on a minute divisible by five, where chance gives 40.
Needs: the times of the hands. Records that were keyed or on paper are not tested; nor are the minutes of a session whose hands
take about five minutes, or a whole number of times as long: there each hand begins where the last one did.
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
_FIVE_MINUTES = 300  # seconds
_WAVES = (1, 2, 3, 4, 6, 7, 8, 9)  # the fifth adds nothing, those beyond less than a hundredth
_SAME = 1e-9
_BY_HAND = ("keyed", "paper")


def rows(session: ScreenedSession) -> Iterator[Observed]:
    """Trials of the table and of the author, one for each hand with a time."""
    if session.header.source in _BY_HAND:
        return
    timed = np.flatnonzero(session.hands.at != NOT_RECORDED)
    at = session.hands.at[timed] // _SECOND
    fives, zeros = at // 60 % 5 == 0, at % 60 == 0
    free = _has_no_rhythm(_between_others(at, fives))
    for unit in session.record_keepers if len(timed) else ():
        if free:
            yield _trials(unit, (1, 5), timed, fives, 0)
        if not zeros.all():
            yield _trials(unit, (1, 60), timed, zeros, 1)


def _between_others(at: Ints, fives: Flags) -> Ints:
    """Seconds from one hand to the next, of both of which the time is not round: round times are not asked about themselves."""
    found: Ints = np.diff(at)[~fives[1:] & ~fives[:-1]]
    return found


def _has_no_rhythm(took: Ints) -> bool:
    """Whether intervals of so many seconds do not carry the place within five minutes from hand to hand.

    The number of hands in one minute of five varies as that of independent ones does, but for the sum over k of
    (sin(πk/5) / k)² Re(z + z² + …), z the mean of e^(2πikt/300). It may not be above zero.
    """
    if not len(took):
        return True
    wave = np.array(_WAVES)
    z = np.exp(2j * np.pi * (wave[:, None] * took % _FIVE_MINUTES) / _FIVE_MINUTES).mean(axis=1)
    if (np.abs(1 - z) < _SAME).any():
        return False
    carried = (np.sin(np.pi * wave / 5) / wave) ** 2 * (z / (1 - z)).real
    return bool(round(float(carried.sum()), 9) <= 0)


def _trials(unit: Unit, chance: tuple[int, int], timed: Ints, round_ones: Flags, coding: int) -> Observed:
    row = TrialRow(unit, chance, len(timed), int(np.count_nonzero(round_ones)), coding)
    return Observed(row, timed[round_ones])
