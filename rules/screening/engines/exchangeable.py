"""Engine R: one value among exchangeable ones, what a player paid one opponent among what he paid each.

Values are whole parts of a unit, so that a hand with the same values gives the same integers.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from math import exp, floor, fsum, log
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.nano_nats import NANO, floored

Value = TypeVar("Value", float, NDArray[np.float64])
TILTS = (128, 64, 32, 16, 8, 4)  # λ is one over each, a unit


def logs_of_one(value: int, values: tuple[int, ...], parts: int = 1) -> tuple[int, ...]:
    """(6,) nano-nats of e by tilt: of one of the values, in parts of a unit; their order does not matter."""
    least = min(values)
    return _logs_above(value - least, tuple(sorted(each - least for each in values)), parts)


def logs_of_rows(values: Ints, sizes: Ints, parts: Ints) -> Ints:
    """(6, V) nano-nats by tilt of each of the values (V,) among those of its row, which are one after another.

    sizes: (n,) number of values of each row, at least one. parts: (n,) of a unit.
    """
    if not len(values):
        return np.zeros((len(TILTS), 0), np.int64)
    starts, row = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes)
    above = values - np.minimum.reduceat(values, starts)[row]
    more = np.flatnonzero(above)  # of the others of a row all are the least one
    if not len(more):
        return np.zeros((len(TILTS), len(values)), np.int64)
    first = np.flatnonzero(np.diff(row[more], prepend=-1))
    rows, counts = row[more[first]], np.diff(first, append=len(more))
    nth = np.repeat(np.arange(len(rows)), counts)
    larger, least = _floors(_OfRows(above[more], nth, counts, sizes[rows] - counts, parts[rows]))
    of_least = np.zeros((len(TILTS), len(sizes)), np.int64)
    of_least[:, rows] = least
    found: Ints = of_least[:, row]
    found[:, more] = larger
    return found


class _OfRows(NamedTuple):
    """Values of n rows above the least of their row, row after row."""

    above: Ints  # (V,) above zero
    row: Ints  # (V,)
    counts: Ints  # (n,) of the values of each row, at least one
    least: Ints  # (n,) how many more are the least
    parts: Ints  # (n,) of a unit


def _floors(of: _OfRows) -> tuple[Ints, Ints]:
    """(6, V) nano-nats of the values, (6, n) of the least of each row. Where floats may err, decimal arithmetic decides."""
    starts = np.cumsum(of.counts) - of.counts
    scale = np.multiply.outer(np.array(TILTS), of.parts)  # long inner loops: tilts first
    value = of.above / scale[:, of.row]
    most = np.maximum.reduceat(value, starts, axis=1)
    value -= most[:, of.row]
    total = np.add.reduceat(np.exp(value), starts, axis=1) + of.least * np.exp(-most)
    mean: NDArray[np.float64] = np.log(total / (of.counts + of.least))
    value -= mean[:, of.row]
    whole, most = np.hstack((value, -most - mean)) * NANO, np.hstack((most[:, of.row], most))
    error = _errors(whole, most)
    low, high = np.floor(whole - error), np.floor(whole + error)
    found: Ints = low.astype(np.int64)
    for tilt, place in np.argwhere(low != high).tolist():
        found[tilt, place] = _exactly(of, place, TILTS[tilt])
    return found[:, : len(of.above)], found[:, len(of.above) :]


def _exactly(of: _OfRows, place: int, tilt: int) -> int:
    """Nano-nats of a value, or of the least one of a row, which follow the values."""
    row = place - len(of.above) if place >= len(of.above) else int(of.row[place])
    ordered = (*[0] * int(of.least[row]), *sorted(of.above[of.row == row].tolist()))
    value = int(of.above[place]) if place < len(of.above) else 0
    return _log_of_tilted(value, ordered, int(of.parts[row]) * tilt)


@lru_cache(maxsize=65536)
def _logs_above(value: int, values: tuple[int, ...], parts: int) -> tuple[int, ...]:
    if not values[-1]:
        return (0,) * len(TILTS)
    return tuple(_log_of_tilted(value, values, parts * tilt) for tilt in TILTS)


def _log_of_tilted(value: int, values: tuple[int, ...], scale: int) -> int:
    most = values[-1]
    mean = fsum(exp((each - most) / scale) for each in values) / len(values)
    guess = ((value - most) / scale - log(mean)) * NANO
    error = _errors(guess, most / scale)
    low, high = floor(guess - error), floor(guess + error)
    return low if low == high else floored(lambda: _exact(value, values, scale))


def _errors(nano_nats: Value, most: Value) -> Value:
    """Errors at most of nano-nats of values of which the largest is so many nats above the least."""
    return (abs(nano_nats) + NANO * (1 + most)) * 2.0**-46


def _exact(value: int, values: tuple[int, ...], scale: int) -> Decimal:
    most = values[-1]  # taken off, so that no power is too large
    total = sum(((Decimal(each - most) / scale).exp() for each in values), Decimal())
    return Decimal(value - most) / scale - (total / len(values)).ln()
