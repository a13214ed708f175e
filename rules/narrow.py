"""Columns of integers in the smallest type that holds them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_KINDS = (np.int8, np.int16, np.int32)


def narrow(column: NDArray[Any]) -> NDArray[Any]:
    """A column (N, ...) in the smallest signed type that holds every value and its negative; its sums are of 64 bits."""
    return column.astype(_kind(column), copy=False)


def narrow_rows(rows: NDArray[Any], names: Iterable[str]) -> NDArray[Any]:
    """Structured rows (N,) with the columns of some names narrowed."""
    kinds = {name: rows.dtype[name] for name in rows.dtype.names or ()}
    kinds |= {name: np.dtype(_kind(rows[name])) for name in names}
    return rows.astype(list(kinds.items()))


def _kind(column: NDArray[Any]) -> type[np.signedinteger[Any]]:
    most = max(int(column.max(initial=0)), -int(column.min(initial=0)))
    return next((kind for kind in _KINDS if most <= np.iinfo(kind).max), np.int64)
