"""Engine H of many strata at once: floats where their error cannot change a nano-nat, exact arithmetic where it could."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import log

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.engines.marked import TILTS, MarkedStratum, is_known, keep_logs
from rules.screening.nano_nats import NANO

_AT_ONCE = 512  # strata
_MOST = 4096  # cases of a stratum; a larger one is worked out alone
_ULP = 2.0**-52
_LOG_TILTS = np.array([log(each) for each in TILTS])

Floats = NDArray[np.float64]


def work_out_together(strata: Iterable[MarkedStratum]) -> None:
    """Work out e of strata, which ``logs_of_marked`` then knows."""
    asked = (each for each in set(strata) if not is_known(each))
    wanted = sorted((each for each in asked if each.least < each.most and each.cases <= _MOST), key=_size)
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        logs, sure = _logs(np.array([[each.cases, each.marked, each.favourable, each.both] for each in some]))
        keep_logs(
            (stratum, tuple(found))
            for stratum, found, settled in zip(some, logs.tolist(), sure.tolist(), strict=True)
            if settled
        )


def _size(stratum: MarkedStratum) -> int:
    return stratum.most - stratum.least


def _logs(counts: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """(n, 7) nano-nats of strata (n, 4), and (n,) whether all of them are sure."""
    cases, marked, favourable, both = counts.T
    least = np.maximum(0, marked + favourable - cases)
    span = np.minimum(marked, favourable) - least
    ways, error = _log_ways(counts, least, span)
    steps = np.arange(int(span.max()) + 1)
    weight = ways[:, None, :] + steps * _LOG_TILTS[:, None]  # (n, 7, steps)
    most = weight.max(axis=2, keepdims=True)
    total = np.log(np.exp(weight - most).sum(axis=2)) + most[..., 0]
    found = ((both - least)[:, None] * _LOG_TILTS - total) * NANO
    margin = NANO * (error[:, None] + 8 * _ULP * (np.abs(most[..., 0]) + len(steps) + 8))
    low, high = np.floor(found - margin), np.floor(found + margin)
    return low.astype(np.int64), (low == high).all(axis=1)


def _log_ways(counts: Ints, least: Ints, span: Ints) -> tuple[Floats, Floats]:
    """(n, steps) logarithms of the chances of each possible ``both``, minus infinity past the last; (n,) their error at most."""
    cases, marked, favourable, _ = counts.T
    table = _logs_of_factorials(1 << int(cases.max()).bit_length())
    steps = np.arange(int(span.max()) + 1)
    both = least[:, None] + np.minimum(steps, span[:, None])
    rest = cases - marked
    out = favourable[:, None] - both
    found = (table[marked] + table[rest] + table[favourable] + table[cases - favourable] - table[cases])[
        :, None
    ] - (table[both] + table[marked[:, None] - both] + table[out] + table[rest[:, None] - out])
    return np.where(steps <= span[:, None], found, -np.inf), 24 * _ULP * (table[cases] + 1)


@cache
def _logs_of_factorials(count: int) -> Floats:
    value, found = 1, [0.0]
    for each in range(1, count + 1):
        value *= each
        found.append(log(value))
    return np.array(found)
