"""Chances of a tail of a sum of independent counts: by floats where these are sure of six digits, for exact ones take long.

All terms are positive, so that relative errors add up: they are at most a few units in the last place for each term. Where the
chance is too small for floats, the laws are tilted until the found sum is a usual one: a count c weighs w to the power of c, and
the chance is that of the tilted laws, times their scales, over w to the power of the sum (Esscher's transform).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from rules.screening.engines.float_laws import NOTHING, FloatLaw, law_of

_ULP = 2.0**-52
_LEAST = 1e-250  # below it, parts of a sum may be lost
_DIGITS = Context(prec=6)
_WIDE = Context(prec=40, Emin=MIN_EMIN, Emax=MAX_EMAX)
_GREATEST = 27.0  # natural logarithm of a tilt, which a float has exactly
_HALVINGS = 16  # in the search for it
_STEPS = 4096  # of a tilt in one, so that its powers are no large numbers


class TiltedLaw(NamedTuple):
    """A law of a count under a tilt w. scale: the mean of w to the power of the count without it; terms: units in the last place
    by which a chance is off at most.
    """

    law: FloatLaw
    scale: Decimal
    terms: int

    @classmethod
    def of_sum(cls, one: FloatLaw, scale: Decimal, times: int) -> TiltedLaw:
        """The law of the sum of some independent counts of one law."""
        terms = len(one.chances) * times * (4 + times.bit_length())
        return cls(one.times(times), scale**times, terms)


class CountLaw(Protocol):
    """A law of a count."""

    @abstractmethod
    def mean(self, log_tilt: float) -> float:
        """The mean count under a tilt, about."""

    @abstractmethod
    def tilted(self, tilt: Fraction) -> TiltedLaw:
        """The law under a tilt."""


class TrialsLaw(NamedTuple):
    """Numbers of events in some trials of one chance."""

    chance: Fraction
    trials: int

    def mean(self, log_tilt: float) -> float:
        """The mean count under a tilt, about."""
        odds = math.exp(log_tilt) * float(self.chance)
        return self.trials * odds / (float(1 - self.chance) + odds)

    def tilted(self, tilt: Fraction) -> TiltedLaw:
        """The law under a tilt, which is one of trials, too."""
        scale = 1 - self.chance + tilt * self.chance
        happens = tilt * self.chance / scale
        one = law_of([float(1 - happens), float(happens)])
        return TiltedLaw.of_sum(one, _decimal(scale), self.trials)


class WaysLaw(NamedTuple):
    """Sum of some counts 0, 1, 2, … by the number of ways to each, all positive."""

    ways: Sequence[int]
    times: int = 1

    def mean(self, log_tilt: float) -> float:
        """The mean count under a tilt, about."""
        counts = np.arange(len(self.ways))
        logs = np.array([math.log(each) for each in self.ways]) + counts * log_tilt
        weights = np.exp(logs - logs.max())
        return self.times * float(weights @ counts / weights.sum())

    def tilted(self, tilt: Fraction) -> TiltedLaw:
        """The law under a tilt."""
        up, down, last = tilt.numerator, tilt.denominator, len(self.ways) - 1
        weighed = [way * up**count * down ** (last - count) for count, way in enumerate(self.ways)]
        total, before = sum(weighed), sum(self.ways) * down**last
        one = law_of(each / total for each in weighed)
        return TiltedLaw.of_sum(one, Decimal(total) / before, self.times)


def sure_tail(laws: Iterable[CountLaw], found: int) -> Fraction | None:
    """Chance of so many or more in all; None: floats are not sure of six digits of it."""
    listed = list(laws)
    with localcontext(_WIDE):
        tail = _tail_under(Fraction(1), listed, found)
        if tail.chance < _LEAST:
            tail = _tail_under(_tilt_to(found, listed), listed, found)
        return tail.sure()


class _Tail(NamedTuple):
    """A tail under a tilt, with its relative error. scale: what makes of it the chance without the tilt."""

    chance: float
    error: float
    scale: Decimal

    def sure(self) -> Fraction | None:
        """The chance without the tilt; None where its digits may be others."""
        if self.chance < _LEAST:
            return None
        low, high = (self._without(1 + side * self.error) for side in (-1, 1))
        return Fraction(self._without(1)) if _six_digits(low) == _six_digits(high) else None

    def _without(self, off: float) -> Decimal:
        return Decimal(self.chance * off) * self.scale


def _tail_under(tilt: Fraction, laws: Sequence[CountLaw], found: int) -> _Tail:
    """The tail under a tilt, of whose law a count beyond the found sum counts as often as it does without it."""
    law, terms, scale = NOTHING, 0, _decimal(tilt) ** -found
    for each in sorted((each.tilted(tilt) for each in laws), key=lambda each: len(each.law.chances)):
        law = law.plus(each.law)
        terms += each.terms
        scale *= each.scale
    return _Tail(law.tail(found, float(tilt)), _ULP * (terms + len(law.chances)), scale)


def _tilt_to(found: int, laws: Sequence[CountLaw]) -> Fraction:
    """Tilt above one under which the mean is about the found sum, or the greatest."""
    least, most = 0.0, _GREATEST
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        if sum(each.mean(middle) for each in laws) < found:
            least = middle
        else:
            most = middle
    return Fraction(round(math.exp(most) * _STEPS), _STEPS)


def _decimal(value: Fraction) -> Decimal:
    """A fraction in the precision of the context."""
    return Decimal(value.numerator) / value.denominator


def _six_digits(value: Decimal) -> Decimal:
    return _DIGITS.create_decimal(value).normalize()
