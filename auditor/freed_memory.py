"""Return of freed memory to the operating system, where the C library (glibc) can."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

_MMAP_THRESHOLD = -3  # a parameter of glibc's mallopt
_LARGE = 2 << 20  # bytes: a column of many hands, and hardly any array of a block
_MANY_HANDS = 100_000  # of a log: with fewer there is little to give back


def give_back_after(hands: int) -> None:
    """Give memory back after an audit of so many hands, if that is much."""
    if hands >= _MANY_HANDS:
        give_back()


def give_back() -> None:
    """Give freed memory back now (some milliseconds), and large arrays at once from now on.

    glibc alone keeps blocks between columns that stay, and arrays of up to 32 MB once some were freed.
    """
    library = _c_library()
    if hasattr(library, "mallopt") and hasattr(library, "malloc_trim"):
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.malloc_trim(0)


@cache
def _c_library() -> Any:
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # TypeError: Windows
        return None
