"""Engine R: one value among exchangeable ones, what a player paid one opponent among what he paid each.

Values are whole parts of a unit, so that a hand with the same values gives the same integers.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from math import exp, floor, fsum, log

from rules.screening.nano_nats import NANO, floored

TILTS = (128, 64, 32, 16, 8, 4)  # λ is one over each, a unit


def logs_of_one(value: int, values: tuple[int, ...], parts: int = 1) -> tuple[int, ...]:
    """(6,) nano-nats of e by tilt: of one of the values, in parts of a unit; their order does not matter."""
    least = min(values)
    return _logs_above(value - least, tuple(sorted(each - least for each in values)), parts)


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
