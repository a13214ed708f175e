"""Engine T: a statistic with a tabulated law, cards of a row of the last deal that meet in one seat of this one.

The law is counted over all deals: rows of the last deal by seats of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb, factorial

from rules.screening.nano_nats import floored

TILTS = tuple(
    Fraction(sign * each, 100)
    for sign, tilts in ((-1, (32, 16, 8, 4, 2, 1)), (1, (1, 2, 4, 8, 16, 32)))
    for each in tilts
)
DECK = 52
_DIGIT = 320  # bits of a coefficient; all deals of a deck are fewer than 2^226


class LawOfMeetings:
    """Number of deals for each number of pairs of cards that lay in one row and meet in one seat.

    rows: sizes of the groups that the cards lay in. seats: cards dealt to each seat. Cards of no row, and cards that nobody
    is dealt, meet nobody.
    """

    def __init__(self, rows: tuple[int, ...], seats: tuple[int, ...]) -> None:
        self.pairs = sum(comb(each, 2) for each in rows)
        self.deals = factorial(DECK)
        for each in (*seats, DECK - sum(seats)):
            self.deals //= factorial(each)
        self.ways = _coefficients(_law(rows, seats), self.pairs)

    @cached_property
    def mean(self) -> Fraction:
        """Expected number of pairs."""
        return Fraction(sum(pairs * ways for pairs, ways in enumerate(self.ways)), self.deals)

    @cache  # noqa: B019  # laws are kept as long as the process
    def log_of_mean(self, tilt: Fraction, digits: int) -> Decimal:
        """Logarithm of the mean of e^(λS) to so many digits."""
        with localcontext(Context(prec=digits)):
            return self._log_of_mean(tilt)

    def _log_of_mean(self, tilt: Fraction) -> Decimal:
        grown = (Decimal(tilt.numerator) / tilt.denominator).exp()
        total, power = Decimal(), Decimal(1)
        for ways in self.ways:
            total += ways * power
            power *= grown
        return (total / self.deals).ln()


def _law(rows: tuple[int, ...], seats: tuple[int, ...]) -> int:
    """Deals by pairs, as one polynomial in 2^_DIGIT, by sharing out one row after another."""
    states = {(tuple(sorted(seats)), DECK - sum(seats)): 1}
    for size in sorted(rows, reverse=True):
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (left, undealt), law in states.items():
            for shares, rest in _shares(size, left, undealt):
                place = (
                    tuple(sorted(have - took for have, took in zip(left, shares, strict=True))),
                    undealt - rest,
                )
                after[place] = after.get(place, 0) + (law * _ways(size, shares) << _DIGIT * _met(shares))
        states = after
    return sum(law * _ways(sum(left) + undealt, left) for (left, undealt), law in states.items())


def _shares(size: int, left: tuple[int, ...], undealt: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ways to share out a row among the seats' places; the rest of it is not dealt."""
    if not left:
        if size <= undealt:
            yield (), size
        return
    for took in range(min(size, left[0]) + 1):
        for shares, rest in _shares(size - took, left[1:], undealt):
            yield (took, *shares), rest


def _ways(size: int, shares: tuple[int, ...]) -> int:
    ways = factorial(size)
    for each in (*shares, size - sum(shares)):
        ways //= factorial(each)
    return ways


def _met(shares: tuple[int, ...]) -> int:
    return sum(comb(each, 2) for each in shares)


def _coefficients(polynomial: int, most: int) -> list[int]:
    digit = (1 << _DIGIT) - 1
    return [polynomial >> _DIGIT * place & digit for place in range(most + 1)]


@lru_cache(maxsize=256)
def law_of_meetings(rows: tuple[int, ...], seats: tuple[int, ...]) -> LawOfMeetings:
    """The law for groups and seats of some sizes, in any order."""
    return LawOfMeetings(rows, seats)


@lru_cache(maxsize=16384)
def logs_of_meetings(pairs: int, rows: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """(12,) nano-nats of e by tilt, of one deal with so many pairs."""
    law = law_of_meetings(rows, seats)
    return tuple(_log_of_tilted(pairs, tilt, law) for tilt in TILTS)


def _log_of_tilted(pairs: int, tilt: Fraction, law: LawOfMeetings) -> int:
    return floored(
        lambda: Decimal(tilt.numerator) / tilt.denominator * pairs - law.log_of_mean(tilt, getcontext().prec)
    )
