"""Engine H: cases that are marked and favourable, in a table of two by two.

A stratum has N cases, K of them marked, n favourable, k both. Under the null which cases are marked has nothing to do with
which are favourable: k is hypergeometric. Under a tilt w it is Fisher's noncentral hypergeometric.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.hands import Flags
from rules.screening.engines.tail_chances import WaysLaw, sure_tail
from rules.screening.nano_nats import log_of_ratio

TILTS = (Fraction(9, 8), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(8), Fraction(32))

_MOST_KNOWN = 1 << 15  # strata


class MarkedStratum(Struct, frozen=True, order=True, array_like=True, gc=False):
    """Counts of a stratum: cases, marked, favourable, both."""

    cases: int  # N
    marked: int  # K
    favourable: int  # n
    both: int  # k

    @classmethod
    def of(cls, marked: Flags, favourable: Flags) -> MarkedStratum:
        """The counts of cases (n,) that are marked or not, favourable or not."""
        count = np.count_nonzero
        return cls(len(marked), int(count(marked)), int(count(favourable)), int(count(marked & favourable)))

    @property
    def least(self) -> int:
        """Smallest possible ``both``."""
        return max(0, self.marked + self.favourable - self.cases)

    @property
    def most(self) -> int:
        """Largest possible ``both``."""
        return min(self.marked, self.favourable)

    @property
    def extreme(self) -> MarkedStratum:
        """The stratum with as many cases marked and favourable as its margins allow."""
        return MarkedStratum(self.cases, self.marked, self.favourable, self.most)


@lru_cache(maxsize=_MOST_KNOWN)
def logs_of_marked(stratum: MarkedStratum) -> tuple[int, ...]:
    """(7,) nano-nats of e by tilt."""
    if stratum.least == stratum.most:
        return (0,) * len(TILTS)
    ways = ways_of(stratum)
    total = comb(stratum.cases, stratum.favourable)
    return tuple(_log_of_tilted(stratum, ways, total, tilt) for tilt in TILTS)


def _log_of_tilted(stratum: MarkedStratum, ways: list[int], total: int, tilt: Fraction) -> int:
    up, down = tilt.numerator, tilt.denominator
    span = stratum.most - stratum.least
    tilted = sum(way * up**step * down ** (span - step) for step, way in enumerate(ways))
    step = stratum.both - stratum.least
    return log_of_ratio(up**step * down ** (span - step) * total, tilted)


def ways_of(stratum: MarkedStratum) -> list[int]:
    """Ways to draw each possible ``both``, from the least to the most; they add up to C(N, n)."""
    rest = stratum.cases - stratum.marked
    return [
        comb(stratum.marked, both) * comb(rest, stratum.favourable - both)
        for both in range(stratum.least, stratum.most + 1)
    ]


def expected_both(strata: Iterable[MarkedStratum]) -> Fraction:
    """Expected number of cases both marked and favourable under the null."""
    expected = (
        times * Fraction(each.marked * each.favourable, max(1, each.cases))
        for each, times in Counter(strata).items()
    )
    return sum(expected, Fraction())


def odds_ratio(strata: Iterable[MarkedStratum]) -> Fraction | None:
    """Mantel–Haenszel odds ratio; None where nothing is below the line."""
    above, below = Fraction(), Fraction()
    for each, times in Counter(strata).items():
        cases, neither = max(1, each.cases), each.cases - each.marked - each.favourable + each.both
        above += times * Fraction(each.both * neither, cases)
        below += times * Fraction((each.marked - each.both) * (each.favourable - each.both), cases)
    return above / below if below else None


def chance_of_as_many(strata: Iterable[MarkedStratum]) -> Fraction:
    """One-sided p: the chance of as many both as found or more, by convolution of the strata; exact, or so to six digits."""
    listed = list(strata)
    found = sum(each.both - each.least for each in listed)
    alike = sorted(Counter(replace(each, both=0) for each in listed).items())
    sure = sure_tail((WaysLaw(ways_of(each), times) for each, times in alike), found)
    if sure is not None:
        return sure
    law = np.array([1], dtype=object)
    for each in listed:
        law = np.convolve(law, np.array(ways_of(each), dtype=object))
    return Fraction(
        int(sum(law[found:].tolist())), prod(comb(each.cases, each.favourable) for each in listed)
    )
