"""Columns of one value, held once: read only, without strides."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def of_one_value(value: np.generic, *shape: int) -> NDArray[Any]:
    """Column of one value; three times as fast as `numpy.broadcast_to`."""
    found = np.ndarray(shape, value.dtype, np.array(value), 0, (0,) * len(shape))
    found.flags.writeable = False
    return found


def has_one_value(column: NDArray[Any]) -> bool:
    """Whether a column is held as one value."""
    return column.size > 0 and not any(column.strides)


def taken(column: NDArray[Any], which: NDArray[np.int64]) -> NDArray[Any]:
    """Rows at positions; one value stays held once."""
    if has_one_value(column):
        return of_one_value(column[(0,) * column.ndim], len(which), *column.shape[1:])
    return column.take(which, axis=0)  # faster than column[which]
