"""Bounds of E: more than a unit's E was on any day, so that few units have to be followed from day to day."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.screening.windows import SURE, Floats, float_e

_WIDE = 1 << 62  # beyond it whole numbers of 64 bits might overflow


def e_at_most(unit: Ints, sums: Ints) -> Floats:
    """(U,) a bound of E of each unit on every day, of rows by unit and day: unit (R,) 0, 1, … ascending, sums (R, C, T).

    A window is of days that follow each other. No window has a larger sum under a tilt than the days in a row with the largest
    one, or than none: E is at most the mean of e of these.
    """
    starts = np.flatnonzero(np.diff(unit, prepend=-1))
    total = np.cumsum(sums, axis=0)
    total -= (total[starts] - sums[starts])[unit]
    lowest = _lowest(unit, total - sums)
    if lowest is None:
        return np.full(len(starts), np.inf)
    total -= lowest
    gained = np.maximum.reduceat(total, starts, axis=0)
    return float_e(np.maximum(gained, 0, out=gained)) * (1 + SURE)


def _lowest(unit: Ints, before: Ints) -> Ints | None:
    """(R, C, T) the least of what came before the rows of the unit so far; None: the numbers are too large to tell."""
    apart = int(before.max()) - int(before.min())
    if apart * (int(unit[-1]) + 1) >= _WIDE:
        return None
    down = unit[:, None, None] * apart  # no number of a unit lies above one of the unit before
    before -= down
    np.minimum.accumulate(before, axis=0, out=before)
    before += down
    return before
