"""Engine R: one value among exchangeable ones, what a player paid one opponent among what he paid each.

Values are whole parts of a unit, so that a hand with the same values gives the same integers.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from math import exp, floor, fsum, log

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.nano_nats import NANO, floored

TILTS = (128, 64, 32, 16, 8, 4)  # λ is one over each, a unit


def logs_of_one(value: int, values: tuple[int, ...], parts: int = 1) -> tuple[int, ...]:
    """(6,) nano-nats of e by tilt: of one of the values, in parts of a unit; their order does not matter."""
    least = min(values)
    return _logs_above(value - least, tuple(sorted(each - least for each in values)), parts)


def logs_of_rows(values: Ints, parts: Ints) -> Ints:
    """(n, m, 6) nano-nats by tilt of each of the values (n, m) among those of its row. parts: (n,) of a unit."""
    above = values - values.min(axis=1, keepdims=True)
    found = np.zeros((*above.shape, len(TILTS)), np.int64)
    rows = np.flatnonzero(above.any(axis=1))
    for place, tilt in enumerate(TILTS):
        found[rows, :, place] = _floors(above[rows], parts[rows] * tilt)
    return found


def _floors(above: Ints, scale: Ints) -> Ints:
    """(n, m) nano-nats of values above the least of their row. Where floats may err, decimal arithmetic decides."""
    value = above / scale[:, None]
    most = value.max(axis=1, keepdims=True)
    mean: NDArray[np.float64] = np.exp(value - most).mean(axis=1, keepdims=True)
    guess = (value - most - np.log(mean)) * NANO
    error = (np.abs(guess) + NANO * (1 + most)) * 2.0**-46
    low, high = np.floor(guess - error), np.floor(guess + error)
    found: Ints = low.astype(np.int64)
    for row, column in np.argwhere(low != high).tolist():
        ordered = tuple(sorted(above[row].tolist()))
        found[row, column] = _log_of_tilted(int(above[row, column]), ordered, int(scale[row]))
    return found


@lru_cache(maxsize=65536)
def _logs_above(value: int, values: tuple[int, ...], parts: int) -> tuple[int, ...]:
    if not values[-1]:
        return (0,) * len(TILTS)
    return tuple(_log_of_tilted(value, values, parts * tilt) for tilt in TILTS)


def _log_of_tilted(value: int, values: tuple[int, ...], scale: int) -> int:
    most = values[-1]
    mean = fsum(exp((each - most) / scale) for each in values) / len(values)
    guess = ((value - most) / scale - log(mean)) * NANO
    error = (abs(guess) + NANO * (1 + most / scale)) * 2.0**-48
    if floor(guess - error) == floor(guess + error):
        return floor(guess)
    return floored(lambda: _exact(value, values, scale))


def _exact(value: int, values: tuple[int, ...], scale: int) -> Decimal:
    total = sum(((Decimal(each) / scale).exp() for each in values), Decimal())
    return Decimal(value) / scale - (total / len(values)).ln()
