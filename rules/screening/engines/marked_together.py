"""Engine H of many tables at once: floats where their error cannot change a nano-nat, exact arithmetic where it could.

The mean of w^k under the null depends on the margins alone. It is worked out once for all tables of some margins, by the ratio
of each chance to the one before; where that is too large for a float, by logarithms of factorials.
"""

from __future__ import annotations

from functools import cache
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.engines.marked import TILTS, MarkedStratum, logs_of_marked
from rules.screening.nano_nats import NANO

_AT_ONCE = 256  # margins
_MOST = 4096  # cases whose factorials are looked up; larger tables are worked out alone
_ULP = 2.0**-52
_LOG_TILTS = np.array([log(each) for each in TILTS])

Floats = NDArray[np.float64]


def logs_of_tables(counts: Ints) -> Ints:
    """(n, 7) nano-nats of e by tilt, of tables (n, 4): cases, marked, favourable, both."""
    found = np.zeros((len(counts), len(TILTS)), np.int64)
    least, span = _bounds(counts)
    some = np.flatnonzero(span)  # a table with one possible outcome says nothing
    if not len(some):
        return found
    means, errors, of = _log_means(counts[some], span[some])
    gained = (counts[some, 3] - least[some])[:, None] * _LOG_TILTS
    logs = (gained - means[of]) * NANO
    margin = _errors_of_logs(gained, means[of], errors[of]) * NANO
    low, high = np.floor(logs - margin), np.floor(logs + margin)
    sure = (low == high).all(axis=1)
    found[some[sure]] = low[sure]
    for place in some[~sure].tolist():
        found[place] = logs_of_marked(MarkedStratum(*counts[place].tolist()))
    return found


def _errors_of_logs(gained: Floats, means: Floats, errors: Floats) -> Floats:
    """(n, 7) errors at most of ``gained - means``, of means with such errors."""
    return errors + 4 * _ULP * (gained + np.abs(means) + 1)


def _bounds(counts: Ints) -> tuple[Ints, Ints]:
    """(n,) the least possible ``both``, and how many more are possible."""
    cases, marked, favourable = counts.T[:3]
    least = np.maximum(0, marked + favourable - cases)
    return least, np.minimum(marked, favourable) - least


def _log_means(counts: Ints, span: Ints) -> tuple[Floats, Floats, Ints]:
    """(u, 7) logarithms of the means of w^k above the least, of each of the margins, and their errors at most; (n,) the margins
    of each table. An error is infinite where floats give nothing.
    """
    order = np.lexsort((*counts.T[:3], span))  # of about as many outcomes together
    margins = counts[order, :3]
    first = np.concatenate(([True], (margins[1:] != margins[:-1]).any(axis=1)))
    of = np.empty(len(order), np.int64)
    of[order] = np.cumsum(first) - 1
    different = margins[first]
    parts = [_of_margins(different[at : at + _AT_ONCE]) for at in range(0, len(different), _AT_ONCE)]
    means, errors = (np.concatenate(each) for each in zip(*parts, strict=True))
    return means, errors, of


def _of_margins(margins: Ints) -> tuple[Floats, Floats]:
    means, errors = _by_ratios(margins)
    large = np.flatnonzero(~np.isfinite(means).all(axis=1))
    known = large[margins[large, 0] <= _MOST]
    means[large], errors[large] = 0.0, inf
    if len(known):
        means[known], errors[known] = _by_factorials(margins[known])
    return means, errors


def _by_ratios(margins: Ints) -> tuple[Floats, Floats]:
    """The means by ratios of neighbouring chances: all terms are positive, so that relative errors add up."""
    cases, marked, favourable = margins.T[..., None]
    least, span = _bounds(margins)
    steps = np.arange(int(span.max()))
    both = least[:, None] + steps
    above, below = (
        (marked - both) * (favourable - both),
        (both + 1) * (cases - marked - favourable + both + 1),
    )
    chances = np.ones((len(margins), len(steps) + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        np.cumprod(above / below, axis=1, out=chances[:, 1:])  # 0 after the last one, whose ``above`` is 0
        totals = chances @ _powers(1 << len(steps).bit_length())[: len(steps) + 1]
        means = np.log(totals[:, 1:] / totals[:, :1])
    return means, np.broadcast_to((4 * span[:, None] + 8) * _ULP, means.shape).copy()


@cache
def _powers(count: int) -> Floats:
    """(count, 8) powers of 1 and of the tilts; infinite where they are too large for a float."""
    return np.array(
        [[1.0, *(_power(*each.as_integer_ratio(), step) for each in TILTS)] for step in range(count)]
    )


def _power(above: int, below: int, step: int) -> float:
    try:
        return float(above**step / below**step)  # the quotient of whole numbers is rounded once
    except OverflowError:
        return inf


def _by_factorials(margins: Ints) -> tuple[Floats, Floats]:
    """The means by logarithms of factorials."""
    least, span = _bounds(margins)
    ways, error = _log_ways(margins, least, span)
    steps = np.arange(int(span.max()) + 1)
    weight = ways[:, None, :] + steps * _LOG_TILTS[:, None]  # (u, 7, steps)
    most = weight.max(axis=2, keepdims=True)
    means = np.log(np.exp(weight - most).sum(axis=2)) + most[..., 0]
    return means, error[:, None] + 8 * _ULP * (np.abs(most[..., 0]) + len(steps) + 8)


def _log_ways(margins: Ints, least: Ints, span: Ints) -> tuple[Floats, Floats]:
    """(u, steps) logarithms of the chances of each possible ``both``, minus infinity past the last; (u,) their error at most."""
    cases, marked, favourable = margins.T
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
    """(count,) logarithms of 0!, 1!, …"""
    value, found = 1, [0.0]
    for each in range(1, count):
        value *= each
        found.append(log(value))
    return np.array(found)
