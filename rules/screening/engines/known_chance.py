"""Engine B: trials with a known chance p of the event, tilted as the tables of two by two are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.screening.engines.marked import TILTS
from rules.screening.nano_nats import log_of_fraction


@lru_cache(maxsize=65536)
def logs_of_trial(chance: Fraction, happened: bool) -> tuple[int, ...]:
    """(7,) nano-nats of e by tilt, of one trial."""
    return tuple(
        log_of_fraction((tilt if happened else Fraction(1)) / (1 - chance + tilt * chance)) for tilt in TILTS
    )


def chance_of_as_often(chances: Iterable[Fraction], happened: int) -> Fraction:
    """Exact one-sided p: the chance that the event happens so often or more."""
    law = np.array([Fraction(1)], dtype=object)
    for chance in chances:
        law = np.convolve(law, np.array([1 - chance, chance], dtype=object))
    return Fraction(sum(law[happened:].tolist()))
