"""Engine B: trials with a known chance p of the event, tilted as the tables of two by two are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.screening.engines.marked import TILTS
from rules.screening.nano_nats import log_of_fraction


def logs_of_trial(chance: Fraction, happened: bool) -> tuple[int, ...]:
    """(7,) nano-nats of e by tilt, of one trial."""
    return logs_of_either(chance.as_integer_ratio())[not happened]


@lru_cache(maxsize=65536)
def logs_of_either(chance: tuple[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nano-nats of a trial in which the event happened, and of one in which it did not. chance: above, below."""
    p = Fraction(*chance)
    return _logs(p, True), _logs(p, False)


def _logs(chance: Fraction, happened: bool) -> tuple[int, ...]:
    return tuple(
        log_of_fraction((tilt if happened else Fraction(1)) / (1 - chance + tilt * chance)) for tilt in TILTS
    )


def chance_of_as_often(chances: Iterable[Fraction], happened: int) -> Fraction:
    """Exact one-sided p: the chance that the event happens so often or more."""
    law = np.array([Fraction(1)], dtype=object)
    for chance in chances:
        law = np.convolve(law, np.array([1 - chance, chance], dtype=object))
    return Fraction(sum(law[happened:].tolist()))
