"""Engine X: χ² of cards by seats of a session, too uneven or too even.

The chance of a value is worked out by the series of the incomplete gamma function, in decimal arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import accumulate, count, repeat
from math import prod
from operator import truediv

import numpy as np

from rules.screening.nano_nats import floored

CARDS, SEATS = 52, 4
FREEDOM = (CARDS - 1) * (SEATS - 1)  # 153 degrees
LEAST_P = Decimal("1e-30")
_MORE = 40  # digits above those asked for; the upper tail is a difference from 1


def square_of_cards(counts: Sequence[Sequence[int]]) -> Fraction:
    """51/52 of Pearson's X² of (52, 4) counts of cards by seats, of deals of 52 cards to four seats."""
    found = np.array(counts, np.int64)
    deals = int(found.sum()) // CARDS  # also where a log has a card twice
    apart = int(((SEATS * found - deals) ** 2).sum())
    return Fraction((CARDS - 1) * apart, CARDS * SEATS * deals)


def log_of_square(square: Fraction) -> int:
    """Nano-nats of e = p^(-1/2) / 2, p of both tails and at least 1e-30."""
    return floored(lambda: -two_sided(square).ln() / 2 - Decimal(2).ln())


def two_sided(square: Fraction) -> Decimal:
    """Chance of a value of χ² at least so far out, to either side, at least 1e-30; in the precision of the context."""
    lower = _lower(square)
    return min(Decimal(1), max(2 * min(lower, 1 - lower), LEAST_P))


def _lower(square: Fraction) -> Decimal:
    """P(χ² ≤ square): x^a e^-x Σ x^n / Γ(a + n + 1), a half the degrees of freedom, x half the square."""
    with localcontext() as context:
        context.prec += _MORE
        half = Decimal(square.numerator) / (2 * square.denominator)
        order = Decimal(FREEDOM) / 2
        first = (order * half.ln() - half).exp() / _gamma_above(FREEDOM, context.prec)
        return _sum_of(accumulate(count(1), lambda term, place: term * half / (order + place), initial=first))


def _sum_of(terms: Iterable[Decimal]) -> Decimal:
    """Sum of terms in the precision of the context, up to the first one that changes nothing."""
    total = Decimal()
    for term in terms:
        if total + term == total:
            break
        total += term
    return total


@cache
def _gamma_above(freedom: int, digits: int) -> Decimal:
    """Γ(f / 2 + 1) of an odd number of degrees to so many digits: f!! √π / 2^((f + 1) / 2)."""
    with localcontext(Context(prec=digits)):
        odd = Decimal(prod(range(1, freedom + 1, 2)))
        return odd * _pi().sqrt() / (1 << (freedom + 1) // 2)


def _pi() -> Decimal:
    """π by Machin's formula, 16 arctan 1/5 - 4 arctan 1/239."""
    return 16 * _arctan_of_inverse(5) - 4 * _arctan_of_inverse(239)


def _arctan_of_inverse(whole: int) -> Decimal:
    powers = accumulate(repeat(-whole * whole), truediv, initial=1 / Decimal(whole))
    return _sum_of(power / odd for power, odd in zip(powers, count(1, 2), strict=False))


def chance_of_square(square: Fraction) -> Decimal:
    """Two-sided p to 50 digits."""
    with localcontext(Context(prec=50)):
        return +two_sided(square)
