"""Unforeseen errors, by a number that is the same wherever the same thing breaks."""

from __future__ import annotations

import hashlib
from pathlib import Path
from traceback import walk_tb

_DIGITS = 8


def fault_number(error: BaseException) -> str:
    """Digest of an error's class and of the functions that it came through."""
    steps = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
    places = [f"{Path(code.co_filename).name}:{code.co_name}" for code in steps]
    return hashlib.sha256("\n".join((type(error).__qualname__, *places)).encode()).hexdigest()[:_DIGITS]


def broke_down(error: BaseException) -> str:
    """Message of an unforeseen error: its number, without an exception's name."""
    return f"the program broke down (fault {fault_number(error)})"
