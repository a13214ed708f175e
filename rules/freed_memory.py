"""Freed memory goes back to the operating system, where the C library can be asked for it (glibc can)."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

MANY_HANDS = 100_000  # of a log: with fewer there is little to give back


def give_back() -> None:
    """Give back what was freed between what is still in use, which takes some milliseconds.

    What blocks and their records needed lies between the columns that stay, so that glibc does not give it back by itself.
    """
    trim = getattr(_c_library(), "malloc_trim", None)
    if trim is not None:
        trim(0)


@cache
def _c_library() -> Any:
    """The C library of the process; None where there is none to ask."""
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # TypeError: Windows
        return None
