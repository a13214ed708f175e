"""Bounds of E: more than a unit's E was on any day, so that few units have to be followed from day to day."""

from __future__ import annotations

import numpy as np

from rules.hands import Ints
from rules.screening.windows import SURE, Floats, float_e, running

_WIDE = 1 << 62  # beyond it whole numbers of 64 bits might overflow


def e_at_most(unit: Ints, sums: Ints) -> Floats:
    """(U,) a bound of E of each unit on every day, of rows by unit and day: unit (R,) ascending from 0, sums (R, C, T).

    A window is of days that follow each other. No window has a larger sum under a tilt than the days in a row with the largest
    one, or than none: E is at most the mean of e of these.
    """
    starts = np.flatnonzero(np.diff(unit, prepend=-1))
    so_far = running(unit, sums)
    lowest = _lowest(unit, so_far - sums)
    if lowest is None:
        return np.full(len(starts), np.inf)
    gained = np.maximum.reduceat(so_far - lowest, starts, axis=0)
    return float_e(np.maximum(gained, 0)) * (1 + SURE)


def _lowest(unit: Ints, before: Ints) -> Ints | None:
    """(R, C, T) the least of the rows of the unit so far, of which the first is 0; None: the numbers are too large to tell."""
    apart = int(before.max()) - int(before.min()) + 1
    if apart * (int(unit[-1]) + 1) >= _WIDE:
        return None
    down = unit[:, None, None] * apart  # each unit's numbers lie below those of the one before
    found: Ints = np.minimum.accumulate(before - down, axis=0) + down
    return found
