"""Evidence of units by month, in floats: for grids that show where to look, and for no decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.hands import Ints
from rules.screening.nano_nats import NANO
from rules.screening.windows import ByDay, Codings

_MONTHS = 12


def log10_by_month(units: Sequence[ByDay]) -> list[dict[int, float]]:
    """Decimal logarithm of e over the gaming days of each month with data, by its number from 1, of each unit."""
    found: list[dict[int, float]] = [{} for _ in units]
    for key, sums in _sums_by_month(units).values():
        for at, log in zip(key.tolist(), log10_of_sums(sums).tolist(), strict=True):
            unit, month = divmod(at, _MONTHS)
            found[unit][month + 1] = log
    return found


def log10_of_sums(sums: Ints) -> NDArray[np.float64]:
    """(R,) decimal logarithms of e of sums (R, C, T) of nano-nats, by coding and tilt; as large as they are."""
    nats = sums.reshape(len(sums), -1) / NANO
    most = nats.max(axis=1)
    found: NDArray[np.float64] = (most + np.log(np.exp(nats - most[:, None]).mean(axis=1))) / np.log(10)
    return found


def _sums_by_month(units: Sequence[ByDay]) -> Mapping[tuple[int, ...], tuple[Ints, Ints]]:
    """Units with months, unit * 12 + month from 0, and their sums; apart by the number of codings and tilts."""
    of: defaultdict[tuple[int, ...], list[tuple[int, Codings]]] = defaultdict(list)
    for at, days in enumerate(units):
        for day, sums in days.items():
            of[len(sums), len(sums[0])].append((at * _MONTHS + day.month - 1, sums))
    return {shape: _added([key for key, _ in rows], [sums for _, sums in rows]) for shape, rows in of.items()}


def _added(keys: Sequence[int], sums: Sequence[Codings]) -> tuple[Ints, Ints]:
    key, place = np.unique(np.array(keys, np.int64), return_inverse=True)
    rows = np.array(sums, np.int64)
    total = np.zeros((len(key), *rows.shape[1:]), np.int64)
    np.add.at(total, place, rows)
    return key, total
