"""Engine T: a statistic with a tabulated law, cards of a row of the last deal that meet in one seat of this one.

The law is counted over all deals: rows of the last deal by seats of this one.
"""

from __future__ import annotations

from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb, factorial

import numpy as np

from rules.hands import Ints
from rules.screening.nano_nats import floored

TILTS = tuple(
    Fraction(sign * each, 100)
    for sign, tilts in ((-1, (32, 16, 8, 4, 2, 1)), (1, (1, 2, 4, 8, 16, 32)))
    for each in tilts
)
DECK = 52
_BITS = 6  # of a number of cards or of pairs of a row
_DIGIT = 320  # bits of a coefficient; all deals of a deck are fewer than 2^226

_Left = tuple[int, ...]  # cards that each seat still gets


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
    states, cards = {tuple(sorted(seats)): 1}, DECK
    for size in sorted(rows, reverse=True):
        after: dict[_Left, int] = {}
        cards -= size
        for left, law in states.items():
            least = max(0, sum(left) - cards)  # of the row, or too few cards are left for the seats
            for place, met, ways in _shared(size, left, least):
                after[place] = after.get(place, 0) + (law * ways << _DIGIT * met)
        states = after
    return sum(law * _ways(cards, left) for left, law in states.items())


@lru_cache(maxsize=16384)
def _shared(size: int, left: _Left, least: int) -> list[tuple[_Left, int, int]]:
    """What is left after a row is shared out among the seats' places, at least so many of its cards, in all ways: it, pairs that
    met, number of ways.
    """
    shares, ways, met = _compositions(size, len(left))
    places = np.array(left) - shares
    fits = np.flatnonzero((places.min(axis=1) >= 0) & (shares.sum(axis=1) >= least))
    columns = np.column_stack((np.sort(places[fits], axis=1), met[fits]))
    kinds, first, of = np.unique(columns @ _shifts(len(left) + 1), return_index=True, return_inverse=True)
    count = np.bincount(of, ways[fits], len(kinds)).astype(np.int64)  # of at most 5! ways each
    found = zip(columns[first].tolist(), count.tolist(), strict=True)
    return [(tuple(places), met, ways) for (*places, met), ways in found]


@cache
def _shifts(columns: int) -> Ints:
    found: Ints = np.int64(1) << _BITS * np.arange(columns)
    return found


@cache
def _compositions(size: int, seats: int) -> tuple[Ints, Ints, Ints]:
    """(n, seats) cards of a row by seat, in all ways; (n,) ways to choose them; (n,) pairs that meet. Some stay undealt."""
    shares = [each for each in product(range(size + 1), repeat=seats) if sum(each) <= size]
    ways, met = [_ways(size, each) for each in shares], [sum(comb(one, 2) for one in each) for each in shares]
    return np.array(shares).reshape(-1, seats), np.array(ways), np.array(met)


def _ways(size: int, shares: tuple[int, ...]) -> int:
    ways = factorial(size)
    for each in (*shares, size - sum(shares)):
        ways //= factorial(each)
    return ways


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
