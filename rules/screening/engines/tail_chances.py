"""Chances of a tail of a sum of independent counts: by floats where these are sure of six digits, for exact ones take long.

All terms are positive, so that relative errors add up: they are at most a few units in the last place for each term.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

_ULP = 2.0**-52
_LEAST = 1e-280  # below it, parts of a sum may be lost
_DIGITS = Context(prec=6)

FloatLaw = NDArray[np.float64]  # chances of 0, 1, 2, …


def law_of_trials(chance: Fraction, trials: int) -> FloatLaw:
    """Chances of each number of events in some trials."""
    one, found = np.array([float(1 - chance), float(chance)]), np.ones(1)
    while trials:
        if trials & 1:
            found = np.convolve(found, one)
        trials >>= 1
        if trials:
            one = np.convolve(one, one)
    return found


def law_of_ways(ways: Sequence[int]) -> FloatLaw:
    """Chances of each number by the ways to it."""
    total = sum(ways)
    return np.array([each / total for each in ways])


def sure_tail(laws: Iterable[FloatLaw], found: int) -> Fraction | None:
    """Chance of so many or more in all; None: floats are not sure of six digits of it."""
    law, terms = np.ones(1), 0
    for each in sorted(laws, key=len):
        law = np.convolve(law, each)
        terms += 4 * len(each)
    tail = float(law[found:].sum())
    error = _ULP * (terms + len(law))
    if tail < _LEAST or _six_digits(tail * (1 - error)) != _six_digits(tail * (1 + error)):
        return None
    return Fraction(tail)


def _six_digits(value: float) -> str:
    return str(_DIGITS.create_decimal_from_float(value).normalize())
