"""Rows of columns beside the rows before them."""

from __future__ import annotations

from typing import Any

import numpy as np


def of_row_before(values: Any, nothing: int | bool) -> Any:
    """(n,) values of the rows before; first ``nothing``."""
    found = np.empty_like(values)
    found[:1], found[1:] = nothing, values[:-1]
    return found
