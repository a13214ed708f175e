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
    turned = np.ascontiguousarray(values.T)  # the first value of each row, then the second: long inner loops
    above = turned - turned.min(axis=0)
    found = np.zeros((*values.shape, len(TILTS)), np.int64)
    rows = np.flatnonzero(above.any(axis=0))
    found[rows] = _floors(above[:, rows], parts[rows, None] * np.array(TILTS)).transpose(1, 0, 2)
    return found


def _floors(above: Ints, scale: Ints) -> Ints:
    """(m, n, 6) nano-nats of values (m, n) above the least of their row. scale: (n, 6). Where floats may err, decimal
    arithmetic decides.
    """
    value = above[..., None] / scale
    most = value.max(axis=0)
    value -= most
    mean: NDArray[np.float64] = np.exp(value).mean(axis=0)
    value -= np.log(mean)
    value *= NANO
    error = (np.abs(value) + NANO * (1 + most)) * 2.0**-46
    low = np.floor(value - error)
    found: Ints = low.astype(np.int64)
    unsure = np.flatnonzero(low != np.floor(value + error))
    for place, row, tilt in zip(
        *(each.tolist() for each in np.unravel_index(unsure, low.shape)), strict=True
    ):
        ordered = tuple(sorted(above[:, row].tolist()))
        found[place, row, tilt] = _log_of_tilted(int(above[place, row]), ordered, int(scale[row, tilt]))
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
