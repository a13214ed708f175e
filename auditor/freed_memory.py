"""Freed memory goes back to the operating system, where the C library can be asked for it (glibc can)."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

_MMAP_THRESHOLD = -3  # a parameter of glibc's mallopt
_LARGE = 2 << 20  # bytes: a column of many hands, and hardly any array of a block
_MANY_HANDS = 100_000  # of a log: with fewer there is little to give back


def give_back_after(hands: int) -> None:
    """Give back what so many hands left, if that is much: what `freed` of an audit may be."""
    if hands >= _MANY_HANDS:
        give_back()


def give_back() -> None:
    """Give back what was freed between what is still in use, which takes some milliseconds; and from now on large arrays at once.

    What blocks and their records needed lies between the columns that stay, so that glibc does not give it back by itself.
    Arrays of up to 32 MB it keeps for others once some of their size were freed.
    """
    library = _c_library()
    if hasattr(library, "mallopt") and hasattr(library, "malloc_trim"):
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.malloc_trim(0)


@cache
def _c_library() -> Any:
    """The C library of the process; None where there is none to ask."""
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):  # TypeError: Windows
        return None
