"""Engine B: trials with a known chance p of the event, tilted as the tables of two by two are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.screening.engines.marked import TILTS
from rules.screening.engines.tail_chances import TrialsLaw, sure_tail
from rules.screening.nano_nats import log_of_ratio


def logs_of_trial(chance: Fraction, happened: bool) -> tuple[int, ...]:
    """(7,) nano-nats of e by tilt, of one trial."""
    return logs_of_either(chance.as_integer_ratio())[not happened]


@lru_cache(maxsize=65536)
def logs_of_either(chance: tuple[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nano-nats of a trial in which the event happened, and of one in which it did not. chance: above, below."""
    above, below = chance
    ways = [
        (up, down, down * (below - above) + up * above) for up, down in map(Fraction.as_integer_ratio, TILTS)
    ]
    did = tuple(log_of_ratio(up * below, mean) for up, _, mean in ways)
    return did, tuple(log_of_ratio(down * below, mean) for _, down, mean in ways)


def chance_of_as_often(chances: Iterable[Fraction], happened: int) -> Fraction:
    """One-sided p: the chance that the event happens so often or more; exact, or the same to six digits."""
    trials = sorted(Counter(chances).items())
    sure = sure_tail((TrialsLaw(chance, times) for chance, times in trials), happened)
    if sure is not None:
        return sure
    law, total = np.array([1], dtype=object), 1
    for chance, times in trials:
        law = np.convolve(law, np.array(_ways_of_trials(chance, times), dtype=object))
        total *= chance.denominator**times
    return Fraction(int(sum(law[happened:].tolist())), total)


def _ways_of_trials(chance: Fraction, trials: int) -> list[int]:
    """Chances of each number of events, times the denominator to the power of the trials."""
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    if not miss:
        return [0] * trials + [hit**trials]
    found = [miss**trials]
    for happened in range(trials):
        found.append(found[-1] * (trials - happened) * hit // ((happened + 1) * miss))
    return found
