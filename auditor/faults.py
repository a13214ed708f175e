"""Faults of this program: an error that nobody foresaw, by a number that is the same wherever the same thing breaks."""

from __future__ import annotations

import hashlib
from pathlib import Path
from traceback import walk_tb

_DIGITS = 8


def fault_number(error: BaseException) -> str:
    """The number of a fault: a digest of the kind of error and of the functions that it came through."""
    steps = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
    places = [f"{Path(code.co_filename).name}:{code.co_name}" for code in steps]
    return hashlib.sha256("\n".join((type(error).__qualname__, *places)).encode()).hexdigest()[:_DIGITS]


def broke_down(error: BaseException) -> str:
    """Message of such an error: no name of an exception, and the number that a report of it quotes."""
    return f"the program broke down (fault {fault_number(error)})"
