"""Windows of a year in one number: the mean of e of the year, of its quarters, its months and its gaming days.

Each window begins at 1 with its period, and a period without data counts 1. Floats follow E from day to day for all units of
an indicator at once; decimal arithmetic gives the figures that are shown, and decides where floats cannot tell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Context, Decimal, localcontext
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.nano_nats import NANO
from rules.screening.unit_evidence import added, mean_e

Codings = tuple[tuple[int, ...], ...]  # nano-nats by tilt, of each statistic of an indicator
ByDay = Mapping[date, Codings]
Floats = NDArray[np.float64]
GAMING_DAYS = 366
SURE = 1e-9  # relative error of an e in floats, and more
_PERIODS: tuple[tuple[int, Callable[[date], Any]], ...] = (
    (1, lambda day: day.year),
    (4, lambda day: (day.month - 1) // 3),
    (12, lambda day: day.month),
    (GAMING_DAYS, lambda day: day),
)
_PRECISE = Context(prec=50)


class YearEvidence(Struct, frozen=True):
    """e of a unit in a year. combined: over all windows. best: the gaming day with the largest e, and that."""

    year: Decimal
    combined: Decimal
    best: tuple[date, Decimal]


def year_evidence(days: ByDay) -> YearEvidence:
    """Evidence of a unit from its sums by gaming day, of one year; there is at least one day."""
    by_day = {day: mean_e(days[day]) for day in sorted(days)}
    best = max(by_day, key=lambda day: by_day[day])
    return YearEvidence(mean_e(_together(days.values())), combined(days), (best, by_day[best]))


def combined(days: ByDay) -> Decimal:
    """E: the mean over the windows, to 50 digits."""
    with localcontext(_PRECISE):
        return sum((_mean_of_periods(days, *each) for each in _PERIODS), Decimal()) / len(_PERIODS)


def _mean_of_periods(days: ByDay, periods: int, period_of: Callable[[date], Any]) -> Decimal:
    parts: defaultdict[Any, list[Codings]] = defaultdict(list)
    for day, sums in days.items():
        parts[period_of(day)].append(sums)
    found = sum((mean_e(_together(each)) for each in parts.values()), Decimal())
    return (found + periods - len(parts)) / periods


def _together(parts: Iterable[Codings]) -> Codings:
    return tuple(added(each) for each in zip(*parts, strict=True))


def float_e(sums: Ints) -> Floats:
    """(R,) e of sums (R, C, T) of nano-nats, by coding and tilt; infinite where it is too large for a float."""
    with np.errstate(over="ignore"):
        found: Floats = np.exp(sums / NANO).mean(axis=2).mean(axis=1)
    return found


def standing(unit: Ints, day: Ints, sums: Ints) -> Floats:
    """(R,) E of each unit as it stood on each of its days, of rows by unit and day.

    unit: (R,) ascending from 0. day: (R,) days since 1970-01-01 of one year, ascending within a unit. sums: (R, C, T).
    """
    dates = day.astype("datetime64[D]")
    month = dates.astype("datetime64[M]").astype(np.int64) % 12
    nth = np.arange(len(unit)) - np.searchsorted(unit, unit)
    year = float_e(running(unit, sums))
    quarters = _of_periods(unit, month // 3, 4, sums)
    months = _of_periods(unit, month, 12, sums)
    days = _of_periods(unit, nth, GAMING_DAYS, sums)
    found: Floats = (year + quarters + months + days) / len(_PERIODS)
    return found


def _of_periods(unit: Ints, period: Ints, periods: int, sums: Ints) -> Floats:
    """(R,) mean over the periods: those that ended, the one that runs, and 1 for each to come or without data."""
    e = float_e(running(unit * periods + period, sums))
    ended = np.ones((int(unit.max()) + 1, int(period.max()) + 1))
    ended[unit, period] = e  # of several rows of a period the last one remains
    before = np.cumsum(ended, axis=1)
    earlier = np.where(period > 0, before[unit, np.maximum(period - 1, 0)], 0.0)
    found: Floats = (earlier + e + (periods - 1 - period)) / periods
    return found


def running(group: Ints, sums: Ints) -> Ints:
    """(R, …) sums so far within each group of neighbouring rows."""
    total = np.cumsum(sums, axis=0)
    first = np.searchsorted(group, group)
    found: Ints = total - (total - sums)[first]
    return found


def log10_of_last_days(days: ByDay, width: int) -> dict[date, float]:
    """Decimal logarithm of e of so many days together that end on each gaming day, for drawing: it decides nothing."""
    order = sorted(days)
    sums = np.array([days[day] for day in order], np.float64) / NANO
    total = np.concatenate((np.zeros((1, *sums.shape[1:])), np.cumsum(sums, axis=0)))
    ordinals = np.array([day.toordinal() for day in order])
    begins = np.searchsorted(ordinals, ordinals - width, side="right")
    within = (total[1:] - total[begins]).reshape(len(order), -1)
    logs = (np.logaddexp.reduce(within, axis=1) - np.log(within.shape[1])) / np.log(10)
    return dict(zip(order, logs.tolist(), strict=True))
