"""Engine S: signs of differences, which errors of counting share out evenly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.screening.nano_nats import log_of_fraction

TILTS = tuple(Fraction(each, 4) for each in (-3, -2, -1, 1, 2, 3))


def logs_of_sign(difference: int) -> tuple[int, ...]:
    """(6,) nano-nats of e by tilt, of one difference."""
    sign = (difference > 0) - (difference < 0)
    return tuple(log_of_fraction(1 + tilt * sign) for tilt in TILTS)


def drift(differences: Iterable[int], side: int) -> int:
    """CUSUM at the end, ``C = max(0, C + side * d)``, of one side: 1 or -1."""
    level = 0
    for each in differences:
        level = max(0, level + side * each)
    return level
