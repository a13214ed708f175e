"""The monthly list by e-BH: of m units the k largest with E(k) ≥ m / (q k), for the largest such k.

It holds under any dependence between units (Wang and Ramdas 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

RATE = Decimal("0.05")  # q: expected share of false entries


def listed(evidence: Sequence[Decimal]) -> list[int]:
    """Positions of the units on the list, the largest E first; equal ones in order."""
    order = sorted(range(len(evidence)), key=lambda place: (-evidence[place], place))
    most = max(
        (rank for rank, place in enumerate(order, 1) if evidence[place] >= _least(len(evidence), rank)),
        default=0,
    )
    return order[:most]


def _least(units: int, rank: int) -> Fraction:
    """Exact E that so many of the units have to reach."""
    return units / (Fraction(RATE) * rank)
