"""The monthly list by e-BH: of m units the k largest with E(k) ≥ m / (q k), for the largest such k.

It holds under any dependence between units (Wang and Ramdas 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf

import numpy as np

from rules.screening.windows import SURE, Floats

RATE = Decimal("0.05")  # q: expected share of false entries
_SIDES = (1 - 2 * SURE, 1 + 2 * SURE)  # of E in floats, which errors cannot leave


def listed(evidence: Sequence[Decimal], units: int | None = None) -> list[int]:
    """Positions of the units on the list, the largest E first; equal ones in order.

    units: m, where the evidence of those that can be on no list is left out.
    """
    of = len(evidence) if units is None else units
    order = sorted(range(len(evidence)), key=lambda place: (-evidence[place], place))
    most = max(
        (rank for rank, place in enumerate(order, 1) if evidence[place] >= _least(of, rank)), default=0
    )
    return order[:most]


def sure_number(stands: Sequence[float], units: int) -> int | None:
    """Number of units on the list by E in floats, the largest first; None: their errors could change who is on it."""
    least = [float(_least(units, rank)) for rank in range(1, len(stands) + 1)]
    sure, possible = (
        max((rank for rank, stood in enumerate(stands, 1) if stood * side >= least[rank - 1]), default=0)
        for side in _SIDES
    )
    # equal ones at the end of the list are all on it: the next rank needs less
    return sure if sure == possible else None


def least_listed(at_most: Floats, units: int) -> float:
    """E that each unit on the list has, where E of the units is no more than `at_most` (n,); infinite: none can be on it."""
    below, above = _SIDES
    falling = np.sort(at_most)[::-1] * above
    least = units / (float(RATE) * np.arange(1, len(falling) + 1))
    possible = np.flatnonzero(falling >= least)
    return float(least[possible[-1]]) * below if len(possible) else inf


def _least(units: int, rank: int) -> Fraction:
    """Exact E that so many of the units have to reach."""
    return units / (Fraction(RATE) * rank)
